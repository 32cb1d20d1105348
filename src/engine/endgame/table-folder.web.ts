/** Pages have no folders. */

export function tableFolder(): null {
  return null;
}

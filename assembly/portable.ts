/** AssemblyScript's builtins for the twin: esbuild and vitest inject these. */

export function unchecked<T>(value: T): T {
  return value;
}

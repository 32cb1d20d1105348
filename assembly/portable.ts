/** The same name for the twin's bundle: esbuild and vitest put these in place of AssemblyScript's builtins. */

export function unchecked<T>(value: T): T {
  return value;
}

/** Other names of commands. */

/** The command by each of its other names. */
export const ALIASES: Readonly<Record<string, string>> = { analyze: "analyse" };

/** The name of the command that a word stands for. */
export function commandName(word: string): string {
  return Object.hasOwn(ALIASES, word) ? ALIASES[word] : word;
}

/** Splits a command line into words, as a shell would. */

import { quote, WazabaError } from "../../errors";

/**
 * The words of a command line, the program first. Blanks separate words, except in quotation marks of either kind or after a
 * backslash. A backslash before another character than a blank, a quotation mark or a backslash is literal, as in Windows
 * paths; so is everything in single quotation marks. No other character is special: no shell reads it.
 *
 * @throws {WazabaError} `usage` if there is no word, or a quotation mark is not closed
 * @example splitCommand('node "my engine.js" --hash 16') // ["node", "my engine.js", "--hash", "16"]
 */
export function splitCommand(text: string): string[] {
  const piece = /'([^']*)'|"((?:\\.|[^"\\])*)"|\\([\s"'\\])|([^\s"'])/y;
  const blank = /\s+/y;
  const words: string[] = [];
  let isInWord = false;
  for (let at = 0; at < text.length; ) {
    blank.lastIndex = at;
    piece.lastIndex = at;
    const parts = piece.exec(text);
    if (parts !== null) {
      const [, single, double, escaped, plain] = parts;
      if (!isInWord) words.push("");
      words[words.length - 1] += single ?? double?.replace(/\\(["\\])/g, "$1") ?? escaped ?? plain;
      isInWord = true;
      at = piece.lastIndex;
    } else if (blank.test(text)) {
      isInWord = false;
      at = blank.lastIndex;
    } else {
      throw new WazabaError("usage", `${quote(text)}: a quotation mark is not closed`);
    }
  }
  if (words.length === 0 || words[0] === "") throw new WazabaError("usage", `${quote(text)} is not a command`);
  return words;
}

/** Splits a command line into words, as a shell would. */

import { quote, WazabaError } from "../errors";

/**
 * The words of a command line, the program first. Blanks part words, except between quotation marks of either kind or after
 * a backslash; a backslash before anything else but a blank, a quotation mark or a backslash stands for itself, as in the
 * paths of Windows, and so does all between single ones. Nothing else means anything: no shell will read it.
 *
 * @throws {WazabaError} `usage` if there is no word, or a quotation mark has no partner
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
      throw new WazabaError("usage", `${quote(text)}: a quotation mark has no partner`);
    }
  }
  if (words.length === 0 || words[0] === "") throw new WazabaError("usage", `${quote(text)} is not a command`);
  return words;
}

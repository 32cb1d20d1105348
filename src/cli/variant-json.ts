/** JSON check of a variant file: unlike `JSON.parse` it says where an error is, and finds duplicate keys. */

import { printParseErrorCode, visit } from "jsonc-parser";
import { quote, WazabaError } from "../errors";

/** What the parser's error codes say. */
const FAULTS: Readonly<Record<ReturnType<typeof printParseErrorCode>, string>> = {
  InvalidSymbol: "this is not a value",
  InvalidNumberFormat: "this is not a number",
  PropertyNameExpected: "a field's name between double quotation marks should be here",
  ValueExpected: "a value should be here",
  ColonExpected: "a colon should be here",
  CommaExpected: "a comma should be here",
  CloseBraceExpected: "a closing brace } should be here",
  CloseBracketExpected: "a closing bracket ] should be here",
  EndOfFileExpected: "nothing more should be here",
  InvalidCommentToken: "JSON has no comments",
  UnexpectedEndOfComment: "JSON has no comments",
  UnexpectedEndOfString: "a quotation mark has no partner on its line",
  UnexpectedEndOfNumber: "this is not a number",
  InvalidUnicode: "\\u wants four hexadecimal digits",
  InvalidEscapeCharacter: "there is no such escape",
  InvalidCharacter: "a text has control characters only as escapes",
  "<unknown ParseErrorCode>": "this is not JSON",
};

/**
 * Checks the text of a variant file.
 *
 * @throws {WazabaError} `json` for the first fault: line and column, both from 1, and what is wrong there
 */
export function checkJson(json: string): void {
  /** The keys of each object around the present place, the innermost last. */
  const objects: Set<string>[] = [];
  const refuse = (line: number, character: number, reason: string) => {
    throw new WazabaError("json", `line ${line + 1}, column ${character + 1}: ${reason}`);
  };
  visit(
    json.replace(/^\uFEFF/, ""),
    {
      onObjectBegin: () => void objects.push(new Set()),
      onObjectEnd: () => void objects.pop(),
      onObjectProperty: (name, _offset, _length, line, character) => {
        if (objects.at(-1)?.has(name)) refuse(line, character, `${quote(name)} is there twice`);
        objects.at(-1)?.add(name);
      },
      onError: (code, _offset, _length, line, character) => refuse(line, character, FAULTS[printParseErrorCode(code)]),
    },
    { disallowComments: true },
  );
}

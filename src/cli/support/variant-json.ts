/** JSON check of a variant file: unlike `JSON.parse` it says where an error is, and finds duplicate keys. */

import { printParseErrorCode, visit } from "jsonc-parser";
import { quote, WazabaError } from "../../errors";

/** Messages for the error codes of the parser. */
const FAULTS: Readonly<Record<ReturnType<typeof printParseErrorCode>, string>> = {
  InvalidSymbol: "this is not a value",
  InvalidNumberFormat: "this is not a number",
  PropertyNameExpected: "expected a field name in double quotation marks",
  ValueExpected: "expected a value",
  ColonExpected: "expected a colon",
  CommaExpected: "expected a comma",
  CloseBraceExpected: "expected a closing brace }",
  CloseBracketExpected: "expected a closing bracket ]",
  EndOfFileExpected: "expected the end of the file",
  InvalidCommentToken: "JSON has no comments",
  UnexpectedEndOfComment: "JSON has no comments",
  UnexpectedEndOfString: "a string is not closed on its line",
  UnexpectedEndOfNumber: "this is not a number",
  InvalidUnicode: "\\u needs four hexadecimal digits",
  InvalidEscapeCharacter: "unknown escape",
  InvalidCharacter: "control characters in strings must be escaped",
  "<unknown ParseErrorCode>": "this is not JSON",
};

/**
 * Checks the text of a variant file.
 *
 * @throws {WazabaError} `json` for the first error, with line and column, both from 1
 */
export function checkJson(json: string): void {
  /** The keys of each open object, the innermost last. */
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
        if (objects.at(-1)?.has(name)) refuse(line, character, `${quote(name)} appears twice`);
        objects.at(-1)?.add(name);
      },
      onError: (code, _offset, _length, line, character) => refuse(line, character, FAULTS[printParseErrorCode(code)]),
    },
    { disallowComments: true },
  );
}

import { describe, expect, test } from "vitest";
import { decodeText, TextFileDecoder } from "../src/decode";

const utf8 = (text: string) => new TextEncoder().encode(text);
const latin1 = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));
const utf16 = (text: string, isLittle: boolean) => {
  const bytes = new Uint8Array(2 * text.length);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i), isLittle);
  return bytes;
};

const CASES: [what: string, bytes: Uint8Array, text: string][] = [
  ["nothing", utf8(""), ""],
  ["two bytes", utf8("e4"), "e4"],
  ["UTF-8", utf8("Müller – Šťastný\n♘f3 😀"), "Müller – Šťastný\n♘f3 😀"],
  ["UTF-8 with a byte order mark", utf8("\ufeffe4"), "e4"],
  ["a byte order mark further on, which readers skip", utf8("\ufeffe4\n\ufeffe5"), "e4\n\ufeffe5"],
  ["Latin-1", latin1("M\xfcller, J\xf6rg"), "Müller, Jörg"],
  ["windows-1252", latin1("\x8atastn\xfd \x80 O\x92Hara \x93x\x94\x85"), "Štastný € O’Hara “x”…"],
  ["bytes that windows-1252 does not have", latin1("\x81\x8d\x8f\x90\x9d"), "\x81\x8d\x8f\x90\x9d"],
  [
    "joined files, one in UTF-8 and one in windows-1252",
    Uint8Array.from([...utf8("ü\n"), ...latin1("\xfc\r\xfc")]),
    "ü\nü\rü",
  ],
  ["UTF-16, little end first", utf16('\ufeff[Event "é♘"]\n\ne4', true), '[Event "é♘"]\n\ne4'],
  ["UTF-16, big end first", utf16('\ufeff[Event "é♘"]\n\ne4', false), '[Event "é♘"]\n\ne4'],
  ["UTF-8 that is too long for its character", latin1("\xc0\xaf"), "À¯"],
];

describe("bytes become text", () => {
  test.each(CASES)("%s", (_what, bytes, text) => {
    expect(decodeText(bytes)).toBe(text);
  });

  test.each(CASES)("in pieces of any size: %s", (_what, bytes, text) => {
    for (const size of [1, 2, 3, 7]) {
      const decoder = new TextFileDecoder();
      let decoded = "";
      // The buffer is used again for the next piece, as streams may do.
      const buffer = new Uint8Array(size);
      for (let at = 0; at < bytes.length; at += size) {
        const piece = bytes.subarray(at, at + size);
        buffer.set(piece);
        decoded += decoder.push(buffer.subarray(0, piece.length));
      }
      expect(decoded + decoder.end()).toBe(text);
    }
  });
});

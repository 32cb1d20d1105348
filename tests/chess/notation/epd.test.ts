import { describe, expect, test } from "vitest";
import { parseEpd, readEpd } from "../../../src/chess/notation/epd";
import { formatFen } from "../../../src/chess/position/fen";
import { builtIn } from "../../../src/chess/variants/games";
import { EpdError } from "../../../src/errors";

const KINGS = "4k3/8/8/8/8/8/4P3/4K3";

/** A line, its position, its operations. */
const LINES: [what: string, text: string, fen: string, operations: Record<string, string[]>][] = [
  [
    "as the standard has it",
    `${KINGS} w - - bm e4 Kd2; id "pawn.001";`,
    `${KINGS} w - - 0 1`,
    { bm: ["e4", "Kd2"], id: ["pawn.001"] },
  ],
  ["no operations", `${KINGS} b - -`, `${KINGS} b - - 0 1`, {}],
  ["a FEN", `${KINGS} w - - 3 17`, `${KINGS} w - - 3 17`, {}],
  ["a FEN and operations", `${KINGS} w - - 3 17 ; bm e4; am e3 `, `${KINGS} w - - 3 17`, { bm: ["e4"], am: ["e3"] }],
  ["one clock", `${KINGS} w - - 3 bm e4;`, `${KINGS} w - - 3 1`, { bm: ["e4"] }],
  ["clocks as operations", `${KINGS} w - - hmvc 3; fmvn 17;`, `${KINGS} w - - 3 17`, { hmvc: ["3"], fmvn: ["17"] }],
  ["fields missing", `${KINGS} b; bm Ke7`, `${KINGS} b - - 0 1`, { bm: ["Ke7"] }],
  ["the placement alone", KINGS, `${KINGS} w - - 0 1`, {}],
  ["blanks", `\t${KINGS}  w -\t- bm   e4 ; ; id "a  b" ;`, `${KINGS} w - - 0 1`, { bm: ["e4"], id: ["a  b"] }],
  ["a semicolon in a text", `${KINGS} w - - c0 "e4; e3"; bm e4;`, `${KINGS} w - - 0 1`, { c0: ["e4; e3"], bm: ["e4"] }],
  ["control characters", `${KINGS} w - - bm e4\0;\0`, `${KINGS} w - - 0 1`, { bm: ["e4"] }],
  ["several texts", `${KINGS} w - - c0 "a" "" "b";`, `${KINGS} w - - 0 1`, { c0: ["a", "", "b"] }],
  ["a line separator in a text", `${KINGS} w - - c0 "a\u2028b";`, `${KINGS} w - - 0 1`, { c0: ["a\u2028b"] }],
  ["a text that does not end", `${KINGS} w - - id "pawn; bm e4;`, `${KINGS} w - - 0 1`, { id: ['"pawn'], bm: ["e4"] }],
  ["an opcode twice", `${KINGS} w - - bm e4; bm e3;`, `${KINGS} w - - 0 1`, { bm: ["e4", "e3"] }],
  [
    "no opcodes of the standard",
    `${KINGS} w - - bm #24; 00:04 @ C0/R-1;`,
    `${KINGS} w - - 0 1`,
    { bm: ["#24"], "00:04": ["@", "C0/R-1"] },
  ],
  ["a number as an operand", `${KINGS} w - - dm 5; acd 12`, `${KINGS} w - - 0 1`, { dm: ["5"], acd: ["12"] }],
];

describe("a line read", () => {
  test.each(LINES)("%s: %s", (_what, text, fen, operations) => {
    const record = parseEpd(text);
    expect(formatFen(record.root)).toBe(fen);
    expect(Object.fromEntries(record.operations)).toEqual(operations);
    expect(record.line).toBe(1);
  });

  test("of another game", () => {
    const { root } = parseEpd("4k3/8/8/8/8/8/3R4/4K3 w - - bm Rh2;", builtIn("rooksquare"));
    expect(root.variant.id).toBe("rooksquare");
  });

  test.each([
    ["", /^EPD: line 1: FEN: the text is empty$/],
    ["; bm e4", /^EPD: line 1: FEN: the text is empty$/],
    ["startpos bm e4;", /^EPD: line 1: FEN: 1 rank instead of 8/],
    [`${KINGS} x - - bm e4;`, /^EPD: line 1: FEN: the side to move is "x", neither w nor b$/],
    [`${KINGS} w - bm e4;`, /^EPD: line 1: FEN: the en-passant square "bm" is not a square$/],
    [`${KINGS} w - - hmvc many;`, /^EPD: line 1: FEN: the halfmove clock "many"/],
  ])("%j is refused", (text, message) => {
    expect(() => parseEpd(text)).toThrow(EpdError);
    expect(() => parseEpd(text)).toThrow(message);
  });
});

describe("a file read", () => {
  test("line by line, and on after a bad one", () => {
    const text = `\uFEFF# pawns\r\n\r\n${KINGS} w - - bm e4;\r\n  \nnonsense; id "x"\n${KINGS} b - - bm Ke7;\n`;
    const records = Array.from(readEpd(text));
    expect(records.map(({ line }) => line)).toEqual([3, 5, 6]);
    const [, bad] = records;
    expect(bad).toMatchObject({ name: "EpdError", code: "fen", value: 'nonsense; id "x"', cause: { code: "ranks" } });
    expect((bad as EpdError).message).toMatch(/^EPD: line 5: FEN: /);
  });

  test("nothing in it", () => {
    expect(Array.from(readEpd("\n# only a remark\n"))).toEqual([]);
  });

  test("any text, in time that does not explode", { timeout: 2000 }, () => {
    for (const part of ['"', ";", "a ", '";', '" ']) expect(Array.from(readEpd(part.repeat(100_000)))).toHaveLength(1);
  });
});

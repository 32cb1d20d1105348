/** The tree of a PGN: nothing that it says is lost, and what is written is read as the same. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type AnnotatedGame, formatAnnotatedPgn, parsePgn, readAnnotatedPgn } from "../../../src/chess/notation/pgn";
import { PgnError } from "../../../src/errors";

function read(text: string): AnnotatedGame {
  const [game] = readAnnotatedPgn(text);
  if (game instanceof PgnError) throw game;
  return game;
}

/** The movetext on one line. */
function movetext(text: string): string {
  const { game, tags, line } = read(text);
  return formatAnnotatedPgn(game, tags, line)
    .split("\n\n")[1]
    .trim()
    .replace(/(?<!;.*)\n/g, " ");
}

test.each([
  ["plain", "1. e4 e5 2. Nf3 *", "1. e4 e5 2. Nf3 *"],
  ["comments everywhere", "{a} 1. e4 {b} e5 {c} {d} *", "{a} 1. e4 {b} 1... e5 {c} {d} *"],
  ["a comment to the end of a line", "1. e4 ; said } of it\n e5 *", "1. e4 ;said } of it\n1... e5 *"],
  ["NAGs", "1. e4 $1 $14 e5 $6 *", "1. e4 $1 $14 e5 $6 *"],
  ["marks are NAGs", "1. e4! e5? 2. Nf3!! Nc6?? 3. Bb5!? a6?! *", "1. e4 $1 e5 $2 2. Nf3 $3 Nc6 $4 3. Bb5 $5 a6 $6 *"],
  [
    "glyphs of two or three signs",
    "1. e4 +- e5 -+ 2. Nf3 +/- Nc6 =+ 3. Bb5 -/+ a6 += 4. Ba4 =/+ *",
    "1. e4 $18 e5 $19 2. Nf3 $16 Nc6 $15 3. Bb5 $17 a6 $14 4. Ba4 $15 *",
  ],
  [
    "glyphs attached",
    "1. e4= e5+/= 2. Nf3?!+- Nc6∓ 3. Bb5!+/− a6→ 4. Bxc6→ *",
    "1. e4 $10 e5 $14 2. Nf3 $6 $18 Nc6 $17 3. Bb5 $1 $16 a6 $41 4. Bxc6 $40 *",
  ],
  ["check is no glyph", "1. e4 f6 2. Qh5+ g6 3. Qxg6++- hxg6 *", "1. e4 f6 2. Qh5+ g6 3. Qxg6+ $18 hxg6 *"],
  ["novelty and diagram", "1. e4 N e5 D 2. Nf3 *", "1. e4 $146 e5 $220 2. Nf3 *"],
  ["null moves in the game", "1. e4 -- (1... e5) 2. d4 Z0!? *", "1. e4 -- (1... e5) 2. d4 -- $5 *"],
  ["kings in the centre", "1. e4 e5 2. Ke4 Kd5 1-0", "1. e4 e5 {Ke4 Kd5} 1-0"],
  ["glyphs that stand alone", "1. e4 ± e5 ∓ 2. Nf3 ∞ *", "1. e4 $16 e5 $17 2. Nf3 $13 *"],
  ["a variation", "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *", "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *"],
  ["nested ones", "1. e4 e5 (1... c5 (1... e6 2. d4 (2. d3))) *", "1. e4 e5 (1... c5 (1... e6 2. d4 (2. d3))) *"],
  ["several of a move", "1. e4 (1. d4) (1. c4 {x}) e5 *", "1. e4 (1. d4) (1. c4 {x}) 1... e5 *"],
  ["a comment after a variation", "1. e4 (1. d4) {x} e5 *", "1. e4 {x} (1. d4) 1... e5 *"],
  ["a null move", "1. e4 e5 (1... -- 2. d4) *", "1. e4 e5 (1... -- 2. d4) *"],
  ["null moves of other programs", "1. e4 e5 (1... Z0 2. d4 @@@@ 3. d5) *", "1. e4 e5 (1... -- 2. d4 -- 3. d5) *"],
  ["a variation of a null move", "1. e4 e5 (1... -- (1... c5) 2. d4) *", "1. e4 e5 (1... -- (1... c5) 2. d4) *"],
  ["German", "1. e4 e5 2. Sf3 (2. Lc4 Dh4 {Läufer}) *", "1. e4 e5 2. Nf3 (2. Bc4 Qh4 {Läufer}) *"],
  [
    "Black begins",
    '[FEN "4k3/8/8/8/8/8/8/4K3 b - - 0 9"] 9... Kd7 (9... Kd8 10. Kd2) *',
    "9... Kd7 (9... Kd8 10. Kd2) *",
  ],
  [
    "an illegal move in a variation",
    "1. e4 e5 (1... c5 2. Ke3 Nc6 (2... d6)) *",
    "1. e4 e5 (1... c5 {Ke3 Nc6 ( d6 )}) *",
  ],
  ["a variation that has none", "1. e4 (1. e5 c5) e5 *", "1. e4 {(e5 c5)} 1... e5 *"],
  [
    "a null move in check",
    "1. e4 e5 2. Bb5 a6 (2... c6 3. Bxc6 Nf6 4. Bxd7+ -- 5. h3) *",
    "1. e4 e5 2. Bb5 a6 (2... c6 3. Bxc6 Nf6 4. Bxd7+ {-- h3}) *",
  ],
  ["a variation before the first move", "(1. d4 d5) 1. e4 *", "{(d4 d5)} 1. e4 *"],
  ["a variation before the tags", '(1. d4\n[White "a"]\n\n1. e4 e5 *', "{(d4)} 1. e4 e5 *"],
  ["an empty variation", "1. e4 () e5 ( {x} ) *", "1. e4 e5 {(x)} *"],
  ["variations that are never closed", "1. e4 e5 (1... c5 2. Nf3 (2. c3 *", "1. e4 e5 (1... c5 2. Nf3 (2. c3)) *"],
  ["NAGs before a variation's first move", "1. e4 ($142 1. d4) *", "1. e4 (1. d4 $142) *"],
  ["a result in a variation", "1. e4 e5 (1... f5 2. exf5 1-0) *", "1. e4 e5 (1... f5 2. exf5 {1-0}) *"],
  ["brackets too many", "1. e4 ) e5 ) *", "1. e4 e5 *"],
])("%s", (_what, text, expected) => {
  expect(movetext(text)).toBe(expected);
  // What was written is read as the same.
  expect(movetext(expected.startsWith("9") ? `[FEN "4k3/8/8/8/8/8/8/4K3 b - - 0 9"] ${expected}` : expected)).toBe(
    expected,
  );
});

test("the main line, tags and comments are those of the plain reader", () => {
  const text = readFileSync("tests/data/seed-games.pgn", "utf8");
  const plain = parsePgn(text);
  const annotated = [...readAnnotatedPgn(text)];
  expect(annotated).toHaveLength(plain.length);
  plain.forEach((game, place) => {
    const { line, ...rest } = annotated[place] as AnnotatedGame;
    expect(rest.game.moves).toEqual(game.game.moves);
    expect(line.moves).toHaveLength(game.game.plies);
    expect([...rest.tags]).toEqual([...game.tags]);
  });
});

test("a thousand variations in each other are read, the deepest as a comment", () => {
  const text = `1. e4 e5 ${"(1... c5 ".repeat(1000)}${")".repeat(1000)} *`;
  const written = movetext(text);
  expect(written.match(/\(1\.\.\. c5/g)).toHaveLength(99);
  expect(written.match(/\( c5/g)).toHaveLength(900);
});

test("lines of commands in comments are not broken", () => {
  const comment = `${"x ".repeat(30)}[%clk 0:01:00] [%eval 0.31] ${"y ".repeat(20)}[%csl Ga1,Rb2]`;
  const { game, tags, line } = read(`1. e4 {${comment}} *`);
  const text = formatAnnotatedPgn(game, tags, line);
  for (const command of ["[%clk 0:01:00]", "[%eval 0.31]", "[%csl Ga1,Rb2]"]) expect(text).toContain(command);
  expect(Math.max(...text.split("\n").map((row) => row.length))).toBeLessThan(80);
});

describe("a text is split into games", () => {
  test.each([
    ["nothing", "\n\n", 0],
    ["two games", '[Event "a"]\n\n1. e4 *\n\n[Event "b"]\n\n1. d4 *\n', 2],
    ["German tags", '[Turnier "a"]\n[Weiß "b"]\n[Schwarz "c"]\n\n1. e4 *\n', 1],
    ["without blank lines", '[Event "a"]\n1. e4 *\n[Event "b"]\n1. d4 *', 2],
    ["tags in a comment", '[Event "a"]\n\n1. e4 {\n[Event "no"]\n} *\n', 1],
    ["a comment that is never closed", '[Event "a"]\n\n1. e4 { oops *\n\n[Event "b"]\n\n1. d4 *\n', 2],
    ["a brace in a tag, and after a semicolon", '[Event "{"]\n\n1. e4 ; {\n*\n\n[Event "b"]\n\n*\n', 2],
    ["several comments in a line", '[Event "a"]\n\n1. e4 {x} e5 {y\nz} *\n[White "b"]\n1. d4 *', 2],
    ["games without tags", "1. e4 *\n\n1. d4 *\n", 2],
    ["a line for programs", '[Event "a"]\n\n% {\n1. e4 *\n[Event "b"]\n*', 2],
  ])("%s", (_what, text, count) => {
    expect([...readAnnotatedPgn(text)]).toHaveLength(count);
  });
});

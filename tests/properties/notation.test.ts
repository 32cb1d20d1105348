import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseEpd } from "../../src/chess/notation/epd";
import { formatSan, parseSan } from "../../src/chess/notation/san";
import { parseUciMove } from "../../src/chess/notation/uci-move";
import { formatFen, parseFen } from "../../src/chess/position/fen";
import { formatUciMove } from "../../src/chess/position/uci-text";
import { played, RUNS, walks } from "../support/arbitraries";

describe("in random games of every kind", () => {
  test("a position that was reached can be written as a FEN and read again", () => {
    fc.assert(
      fc.property(walks(120), fc.boolean(), (walk, chess960) => {
        const game = played(walk);
        const fen = game.fen({ chess960 });
        const setup = parseFen(fen, game.variant);
        expect(setup).toEqual(game.position());
        expect(formatFen(setup, { chess960 })).toBe(fen);
      }),
      RUNS,
    );
  });

  test("every legal move can be written and read again, in both notations", () => {
    fc.assert(
      fc.property(walks(120), (walk) => {
        const game = played(walk);
        const legal = game.legalMoves();
        const sans = legal.map((move) => formatSan(game, move));
        expect(new Set(sans).size).toBe(legal.length);
        legal.forEach((move, i) => {
          expect(parseSan(game, sans[i])).toBe(move);
          for (const chess960 of [false, true]) {
            expect(parseUciMove(game, formatUciMove(move, chess960, game.variant))).toBe(move);
          }
        });
      }),
      RUNS,
    );
  });

  test("a position with operations can be read as EPD", () => {
    // No quotation mark can stand in an operand, and no control character in a line.
    const operand = fc.string({ unit: "grapheme", maxLength: 20 }).map((text) => text.replace(/["\p{Cc}]/gu, "'"));
    const operations = fc.dictionary(fc.stringMatching(/^[a-z]\w{0,9}$/), fc.array(operand, { maxLength: 3 }));
    fc.assert(
      fc.property(walks(60), operations, (walk, wanted) => {
        const game = played(walk);
        const entries = Object.entries(wanted);
        const text = entries.map(([code, operands]) => `${[code, ...operands.map((one) => `"${one}"`)].join(" ")};`);
        const record = parseEpd(`${game.fen()} ${text.join(" ")}`, game.variant);
        expect(record.root).toEqual(game.position());
        expect([...record.operations]).toEqual(entries);
      }),
      RUNS,
    );
  });
});

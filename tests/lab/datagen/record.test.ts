/** Compact records: lossless for all games, small, and safe in their blocks. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { builtIn, CHESS, VARIANT_IDS } from "../../../src/chess/variants/games";
import type { Variant } from "../../../src/chess/variants/variant";
import { crc32 } from "../../../src/engine/net/crc32";
import { BitReader, BitWriter } from "../../../src/lab/datagen/bits";
import { encodeBlock, readBlocks } from "../../../src/lab/datagen/blocks";
import { LeafFinder } from "../../../src/lab/datagen/leaves";
import { decodeGame, encodeGame, GameText } from "../../../src/lab/datagen/record";
import { trainingGame } from "../../../src/lab/datagen/training-game";
import { playTogether } from "../../../src/players/in-turns";
import type { Teacher } from "../../../src/players/teacher";
import { randomNumbers } from "../../../src/random";
import { ASSETS } from "../../support/cores";

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Games of Stockfish at 1,000 nodes a move. */
const REAL = readFileSync("tests/data/training-games.txt", "utf8").trimEnd().split("\n");

function decoded(bytes: Uint8Array, variant: Variant): string {
  const game = new GameText();
  expect(decodeGame(bytes, 0, variant, game)).toBe(bytes.length);
  return game.text;
}

/** Plays at random; its scores are any there are. */
function randomTeacher(): Teacher {
  const random = randomNumbers(3);
  return {
    open: async () => {},
    newGame: async () => {},
    label: async (game) => {
      const moves = game.legalMoves();
      // The first of a game is that of its opening, which is to be balanced.
      const score = game.plies === 0 ? 0 : random(20) === 0 ? 32_000 - random(60) : random(1000) - 500;
      return { move: moves[random(moves.length)], score: random(2) === 0 ? score : -score };
    },
    close: async () => {},
  };
}

describe("a record", { timeout: 60_000 }, () => {
  test("of a real game is the game, at two bytes a move", () => {
    let bytes = 0;
    let moves = 0;
    for (const text of REAL) {
      const record = encodeGame(text, CHESS);
      expect(decoded(record, CHESS)).toBe(text);
      bytes += record.length;
      moves += text.split("|")[2].split(" ").length / 2;
    }
    expect(moves).toBeGreaterThan(200);
    expect(bytes / moves).toBeLessThan(2.2);
  });

  test.each([...VARIANT_IDS.map((id) => [id, false] as const), ["chess", true] as const])(
    "of %s (Chess960: %s) is the game with its leaves, by their lines or without",
    async (id, chess960) => {
      const variant = builtIn(id);
      const finder = await LeafFinder.create("ts", { variant, assets: ASSETS });
      const settings = {
        variant,
        chess960,
        seed: 5,
        plies: 4,
        balance: 100,
        resign: 40_000,
        leaves: { finder, percent: 10 },
      };
      const games = [0, 1, 2].map((index) => trainingGame(index, settings));
      for (const { text, lines, leaves } of await playTogether(games, randomTeacher())) {
        expect(lines).toHaveLength(leaves);
        const [short, long] = [encodeGame(text, variant, lines), encodeGame(text, variant)];
        expect(decoded(short, variant)).toBe(text);
        expect(decoded(long, variant)).toBe(text);
        if (leaves > 0) expect(short.length).toBeLessThan(long.length - 10 * leaves);
      }
    },
  );

  test.each([
    ["no game", "hello", /not a training game/],
    ["a result that is none", `${CHESS.fen}|2|e2e4 1`, /not a training game/],
    ["an illegal move", `${CHESS.fen}|1|e2e5 1`, /"e2e5" is not legal/],
    ["no score", `${CHESS.fen}|1|e2e4 x`, /"x" is not a score/],
    ["a move without a score", `${CHESS.fen}|1|e2e4`, /"" is not a score/],
    ["a bad position", `8/8/8/8/8/8/8/8 w - - 0 1|1|e2e4 1`, /king/],
    ["a leaf without a label", `${CHESS.fen}|1|e2e4 1|leaf`, /not a position with a label/],
  ])("of %s is refused", (_, text, message) => {
    expect(() => encodeGame(text, CHESS)).toThrow(message);
  });

  test("that ends too soon, or is something else, is an error, never a hang", () => {
    const record = encodeGame(REAL[0], CHESS);
    for (let length = 0; length < record.length; length += 7) {
      expect(() => decodeGame(record.slice(0, length), 0, CHESS, new GameText())).toThrow();
    }
    const random = randomNumbers(1);
    for (let i = 0; i < 300; i++) {
      const noise = Uint8Array.from({ length: 200 }, () => random(256));
      try {
        decodeGame(noise, 0, CHESS, new GameText());
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }
  });
});

test("bits come back as they were written", () => {
  const random = randomNumbers(2);
  const values = Array.from({ length: 2000 }, () => {
    const count = 1 + random(300);
    return { choice: random(count), count, number: random(2 ** (1 + random(23))), signed: random(2 ** 20) - 2 ** 19 };
  });
  const out = new BitWriter();
  for (const { choice, count, number, signed } of values) {
    out.choice(choice, count);
    out.count(number, number % 8);
    out.signed(signed, number % 8);
  }
  const bits = new BitReader(out.bytes());
  for (const { choice, count, number, signed } of values) {
    expect([bits.choice(count), bits.count(number % 8), bits.signed(number % 8)]).toEqual([choice, number, signed]);
  }
  expect(bits.offset).toBe(out.bytes().length);
});

describe("a file of blocks", () => {
  const block = (fill: number, length = 40) =>
    Buffer.from(encodeBlock("games", fill, new Uint8Array(length).fill(fill)));
  const [A, B, C] = [block(1), block(2, 3_000_000), block(3)];
  const flipped = (bytes: Buffer, at: number) => Buffer.from(bytes.map((byte, i) => (i === at ? byte ^ 4 : byte)));
  const good = (fill: number) => fill;
  const damaged = (offset: number, end: number, isTorn = false) => ({ offset, end, isTorn });

  test.each<[string, Buffer[], (number | object)[]]>([
    ["nothing", [], []],
    ["good blocks", [A, B, C], [1, 2, 3]],
    ["a wrong byte", [A, flipped(B, 1_000_000), C], [1, damaged(A.length, A.length + B.length), 3]],
    ["a wrong checksum", [flipped(A, 12), C], [damaged(0, A.length), 3]],
    ["a wrong letter", [A, flipped(A, 1), C], [1, damaged(A.length, 2 * A.length), 3]],
    ["a length far too long", [flipped(A, 11), C], [damaged(0, A.length), 3]],
    ["a length beyond the end", [A, flipped(A, 10), C], [1, damaged(A.length, 2 * A.length), 3]],
    ["something between", [A, Buffer.from("WZGB? no"), C], [1, damaged(A.length, A.length + 8), 3]],
    ["two bad blocks in a row", [flipped(A, 20), flipped(A, 30), C], [damaged(0, 2 * A.length), 3]],
    ["a torn block", [A, C.subarray(0, 30)], [1, damaged(A.length, A.length + 30, true)]],
    ["a torn head", [A, C.subarray(0, 3)], [1, damaged(A.length, A.length + 3, true)]],
    ["no block at all", [Buffer.from("Dear diary, today")], [damaged(0, 17)]],
  ])("with %s", (_, parts, expected) => {
    const name = join(folder, "blocks");
    writeFileSync(name, Buffer.concat(parts));
    const seen = [...readBlocks(name)].map((found) => {
      if ("damage" in found) return damaged(found.offset, found.end, found.isTorn);
      expect(found.bytes.every((byte) => byte === found.count)).toBe(true);
      return good(found.count);
    });
    expect(seen).toEqual(expected);
  });

  test("of another version says so", () => {
    const later = Buffer.from(A);
    later[4] = 2;
    const name = join(folder, "later");
    // Its checksum is right.
    later.writeUInt32LE(crc32([later.subarray(4, 12), later.subarray(16)]), 12);
    writeFileSync(name, Buffer.concat([later, C]));
    expect([...readBlocks(name)]).toMatchObject([{ damage: "unknown version 2", offset: 0 }, { count: 3 }]);
  });
});

/** `wazaba eval`: the evaluation trace. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { Game } from "../../src/chess/rules/game";
import { builtIn } from "../../src/chess/variants/games";
import { ODD_GAMES } from "../support/all-games";
import { json, wazaba, wazabaReading } from "../support/clients/wazaba";
import { evaluateWith, randomNet } from "../support/nets";

interface Share {
  readonly square: string;
  readonly piece: string;
  readonly share: number | null;
}

const shares = (...args: string[]): Share[] => json("eval", ...args).pieces;
/** A white piece's square as Black has it. */
const mirrored = (square: string) => square[0] + (9 - Number(square[1]));

describe("eval", () => {
  test("tells what the network says, and for whom", () => {
    const white = json("eval", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1");
    const black = json("eval", "4k3/8/8/8/8/8/8/3QK3 b - - 0 1");
    expect(white).toMatchObject({ by: "nnue", core: "wasm", variant: "chess" });
    expect(white.white).toBeGreaterThan(300);
    expect(white.score).toBe(white.white);
    expect(black.score).toBe(-black.white);
    expect(black.wdl.loss).toBeGreaterThan(black.wdl.win);
  });

  test("a piece is worth what the evaluation loses without it", () => {
    const fen = "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1";
    const [rook, knight, whiteKing, blackKing] = shares(fen, "--net", "none");
    const without = json("eval", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "--net", "none").white;
    expect(knight).toEqual({ square: "b1", piece: "N", share: json("eval", fen, "--net", "none").white - without });
    expect(rook).toMatchObject({ square: "a1", piece: "R" });
    expect([whiteKing.share, blackKing.share]).toEqual([null, null]);
  });

  test("piece-square tables see the same in both sides of the start position", () => {
    const all = shares("--net", "none");
    const of = new Map(all.map(({ square, share }) => [square, share]));
    expect(all).toHaveLength(32);
    for (const { square, share } of all) expect(of.get(mirrored(square))).toBe(share === null ? null : -share);
  });

  test("a king who is not royal has a share as well", () => {
    const king = shares("--variant", "giveaway").find(({ square }) => square === "e1");
    expect(king?.share).toBeLessThan(0);
  });

  test.each([[[]], [["--variant", "nightrider"]], [["--net", "none"]]])("both cores say the same: %j", (args) => {
    const [wasm, ts] = ["wasm", "ts"].map((core) => json("eval", ...args, "--core", core));
    expect({ ...ts, core: "" }).toEqual({ ...wasm, core: "" });
  });

  describe("a network of somebody's own", () => {
    const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
    afterAll(() => rmSync(folder, { recursive: true }));
    const shatranj = builtIn("shatranj");
    const net = randomNet(1, shatranj);
    const score = evaluateWith(net, Game.start(shatranj).root);
    const file = join(folder, "own.net");
    writeFileSync(file, net);

    test("evaluates its game", () => {
      expect(json("eval", "--variant", "shatranj", "--net", file)).toMatchObject({ by: "nnue", score });
    });

    test("evaluates it in a session, and no other game", () => {
      const games = ["shatranj", "knightmate", "shatranj"].flatMap((id) => [
        `setoption name UCI_Variant value ${id}`,
        "eval",
      ]);
      const { out } = wazabaReading(`uci\n${games.join("\n")}\nquit\n`, "--net", file);
      const scores = [...out.matchAll(/evaluation (\S+) pawns/g)].map(([, text]) => Math.round(Number(text) * 100));
      const { white } = json("eval", "--variant", "knightmate");
      expect(scores).toEqual([score, white, score]);
    });

    test("is refused for another game, by its name, and where no game has these laws", () => {
      const { code, err } = wazaba("eval", "--variant", "knightmate", "--net", file);
      expect({ code, err }).toEqual({
        code: 2,
        err: expect.stringContaining("it is for shatranj, not for knightmate"),
      });
      const odd = join(folder, "odd.net");
      writeFileSync(odd, randomNet(1, ODD_GAMES[0]));
      expect(wazaba("--net", odd)).toMatchObject({
        code: 2,
        err: expect.stringContaining("it is for another variant"),
      });
    });
  });

  test.each([
    ["4k3/8/8/8/8/8/8/3QK3 w - - 0 1", 0],
    ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", 7],
  ])("of all stacks of layers the one for %s is used", (fen, used) => {
    const { stacks, white } = json("eval", fen);
    expect(stacks).toHaveLength(8);
    expect(stacks[7]).toMatchObject({ minPieces: 30, maxPieces: 32 });
    expect(stacks.map(({ isUsed }: { isUsed: boolean }) => isUsed)).toEqual(
      stacks.map((_: unknown, i: number) => i === used),
    );
    expect(stacks[used].white).toBe(white);
  });

  test("piece-square tables have no stacks", () => {
    expect(json("eval", "--net", "none").stacks).toEqual([]);
  });

  test("draws a diagram", () => {
    const { code, out } = wazaba("eval", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1");
    expect(code).toBe(0);
    expect(out).toMatch(
      /^ \|(?: {7}\|){3} {3}Q {3}\| {3}K {3}\|(?: {7}\|){3} 1\n \|(?: {7}\|){3} \+\d\.\d\d \| {7}\|/m,
    );
    expect(out).toMatch(/\nnetwork \(NNUE\): \+\d+\.\d\d pawns for White, \+\d+\.\d\d for the side to move\n/);
    expect(out).toMatch(/\nby number of pieces: \[2-5 \S+\], 6-9 \S+, .*, 30-32 \S+\n$/);
  });

  test.each([[["8/8/8"]], [["--net", "/there/is/none"]], [["--fly"]]])(
    "what is wrong is said in a line: %j",
    (args) => {
      const { code, out, err } = wazaba("eval", ...args);
      expect([code, out]).toEqual([2, ""]);
      expect(err).toMatch(/^wazaba: .+\n$/);
    },
  );
});

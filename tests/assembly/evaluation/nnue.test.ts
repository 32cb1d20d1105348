/** NNUE: incremental updates and output against plain arithmetic, on both cores. */

import { describe, expect, test } from "vitest";
import { BENCH_POSITIONS } from "../../../src/bench/positions";
import { CORE_NAMES } from "../../../src/core/core";
import { parseFen } from "../../../src/position/fen";
import { Game } from "../../../src/rules/game";
import { builtIn } from "../../../src/variants/games";
import { builtCore, legalMoves, randomNumbers } from "../../support/cores";
import { evaluateWith, randomNet } from "../../support/nets";

const ROOTS = [
  ...BENCH_POSITIONS,
  // Castling of every kind, promotions, kings who cross the middle.
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1",
  "rkbnqrbn/pppppppp/8/8/8/8/PPPPPPPP/RKBNQRBN w FAfa - 0 1",
  "r1k3r1/8/8/8/8/8/8/R1K3R1 w GAga - 0 1",
  "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
  "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
];

// The twin takes a second or two for each of these, and more on a busy machine.
const LONG = { timeout: 60_000 };

describe.each(CORE_NAMES)("NNUE on the %s core", LONG, async (name) => {
  const net = randomNet(1);
  const core = await builtCore(name, { net });
  const { exports } = core;

  test("evaluates as the plain arithmetic does", () => {
    for (const fen of ROOTS) {
      const root = parseFen(fen);
      core.setPosition(root, []);
      expect(exports.evaluate(), fen).toBe(evaluateWith(net, root));
    }
  });

  // Seldom asked, the accumulators fall behind by any number of moves; taken back, they belong to another line.
  test.each([1, 3, 20])("updates accumulators that were asked for every %i moves or so, out and back", (seldom) => {
    const random = randomNumbers(seldom);
    for (const fen of ROOTS) {
      core.setPosition(parseFen(fen), []);
      let plies = 0;
      for (let step = 0; step < 600; step++) {
        const moves = plies < 300 && random(3) > 0 ? legalMoves(core) : [];
        if (moves.length > 0) {
          exports.makeMove(moves[random(moves.length)]);
          plies++;
        } else if (plies > 0) {
          exports.unmakeMove();
          plies--;
        }
        if (random(seldom) === 0) expect(exports.isConsistent(), `${fen}, step ${step}`).toBe(1);
      }
    }
  });

  test("a new position is judged afresh, and so is one judged by another net", async () => {
    const other = randomNet(2);
    const [one, two] = [ROOTS[0], ROOTS[1]].map((fen) => parseFen(fen));
    for (const root of [one, two, one]) {
      core.setPosition(root, []);
      expect(exports.evaluate()).toBe(evaluateWith(net, root));
    }
    const next = await builtCore(name, { net: other });
    next.setPosition(one, []);
    expect(next.exports.evaluate()).toBe(evaluateWith(other, one));
  });
});

describe.each(CORE_NAMES)("the %s core of all games", LONG, (name) => {
  const net = randomNet(3);
  const chess = Game.start(builtIn("chess")).root;
  const roots = [Game.start(builtIn("shatranj")).root, chess, Game.start(builtIn("nightrider")).root, chess];

  // One after the other: there is but one twin in a thread.
  async function evaluate(file: Buffer | null): Promise<number[]> {
    const core = await builtCore(name, { net: file, build: "variants" });
    return roots.map((root) => {
      core.setPosition(root, []);
      return core.exports.evaluate();
    });
  }

  test("judges chess with the network, before and after games with piece-square tables", async () => {
    const chessScore = evaluateWith(net, chess);
    const [shatranj, ownChess, nightrider] = await evaluate(null);
    expect(ownChess).not.toBe(chessScore);
    expect(await evaluate(net)).toEqual([shatranj, chessScore, nightrider, chessScore]);
  });
});

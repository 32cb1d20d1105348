/** NNUE: incremental updates and output against plain arithmetic, on both cores. */

import { describe, expect, test } from "vitest";
import { CASTLE, DOUBLE_STEP, EN_PASSANT, isPromotion, kindOf } from "../../../assembly/rules/move";
import { NO_PIECE, PAWN } from "../../../assembly/rules/piece";
import { DOUBLE_STEPS } from "../../../assembly/rules/variant";
import { formatFen, parseFen } from "../../../src/chess/position/fen";
import { Game } from "../../../src/chess/rules/game";
import { builtIn, CHESS } from "../../../src/chess/variants/games";
import type { Variant } from "../../../src/chess/variants/variant";
import { CORE_NAMES } from "../../../src/engine/core/core";
import { isNetOf, netShapeOf } from "../../../src/engine/net/net";
import { benchOf } from "../../../src/lab/bench/bench";
import { BENCH_POSITIONS } from "../../../src/lab/bench/positions";
import { GAMES, ODD_GAMES } from "../../support/all-games";
import { builtCore, builtCores, legalMoves, randomNumbers, signature } from "../../support/cores";
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

  test.each([64, 192])("evaluates with a network of width %i, as narrow ones are", async (width) => {
    const { layer1, layer2 } = netShapeOf(CHESS);
    const narrow = randomNet(3, CHESS, [width, layer1, layer2]);
    const next = await builtCore(name, { net: narrow });
    for (const fen of ROOTS) {
      const root = parseFen(fen);
      next.setPosition(root, []);
      expect(next.exports.evaluate(), fen).toBe(evaluateWith(narrow, root));
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

const KINDS = ["castling", "en passant", "promotion"] as const;

/** What a move is for the accumulators, if it is more than a step or a capture. */
function kindsOf(move: number): (typeof KINDS)[number][] {
  const kind = kindOf(move);
  if (isPromotion(move)) return ["promotion"];
  return kind === CASTLE ? ["castling"] : kind === EN_PASSANT ? ["en passant"] : [];
}

/** The kinds of moves that a game has. */
function kindsIn({ castling, fen, laws, letters }: Variant): readonly string[] {
  const hasPawns = fen.split(" ")[0].toUpperCase().includes(letters[PAWN]);
  return KINDS.filter((kind) => {
    if (kind === "castling") return castling;
    return hasPawns && (kind === "promotion" || laws[DOUBLE_STEPS] === 1);
  });
}

describe.each(CORE_NAMES)("networks of all games on the %s core", LONG, (name) => {
  test.each([...GAMES, ...ODD_GAMES].filter((game) => game.id !== "chess"))("$id", async (variant) => {
    const net = randomNet(4, variant);
    const core = await builtCore(name, { variant, net });
    const { exports } = core;
    const seen = new Set<string>();
    const roots = [Game.start(variant).root, ...benchOf(variant).positions.map(({ root }) => root)];
    for (const [i, root] of roots.entries()) {
      core.setPosition(root, []);
      expect(exports.evaluate(), formatFen(root)).toBe(evaluateWith(net, root));
      const seldom = [1, 3, 20][i % 3];
      const random = randomNumbers(i);
      let plies = 0;
      for (let step = 0; step < 600; step++) {
        const moves = plies < 250 && random(6) > 0 ? legalMoves(core) : [];
        if (moves.length > 0) {
          // Moves of the rare kinds, and double steps before en passant, are made more often than by chance.
          const rare = moves.filter((move) => kindsOf(move).length > 0 || kindOf(move) === DOUBLE_STEP);
          const among = rare.length > 0 && random(2) === 0 ? rare : moves;
          const move = among[random(among.length)];
          for (const kind of kindsOf(move)) seen.add(kind);
          exports.makeMove(move);
          plies++;
        } else if (plies > 0) {
          exports.unmakeMove();
          plies--;
        }
        if (random(seldom) === 0 && !exports.isConsistent()) expect.fail(`${formatFen(root)}, step ${step}`);
      }
    }
    expect(kindsIn(variant).filter((kind) => !seen.has(kind))).toEqual([]);
  });

  test("a single piece", async () => {
    const [, common] = ODD_GAMES;
    const net = randomNet(5, common);
    const core = await builtCore(name, { variant: common, net });
    const board = Array.from({ length: 64 }, (_, square) => (square === 27 ? 9 : NO_PIECE));
    const root = { ...parseFen(common.fen, common), board };
    core.setPosition(root, []);
    expect(core.exports.evaluate()).toBe(evaluateWith(net, root));
    expect(core.exports.isConsistent()).toBe(1);
  });

  test("games in turn, each with its own network; those of other games, and chess, with tables", async () => {
    // Neither has a network among the package's files.
    const [royal, common] = ODD_GAMES;
    const chess = builtIn("chess");
    const roots = [royal, common, chess, royal, common].map((game) => benchOf(game).positions[3].root);
    /** One after the other: there is but one twin in a thread. */
    const evaluate = async (net: Buffer | null) => {
      const core = await builtCore(name, { net, build: "variants" });
      const scores: number[] = [];
      for (const root of roots) {
        await core.prepare(root.variant);
        core.setPosition(root, []);
        scores.push(core.exports.evaluate());
        expect(core.usesNet(root.variant)).toBe(net !== null && root.variant !== chess && isNetOf(net, root.variant));
      }
      return scores;
    };
    const net = randomNet(3, royal);
    const tables = await evaluate(null);
    const wanted = evaluateWith(net, roots[0]);
    expect(wanted).not.toBe(tables[0]);
    expect(await evaluate(net)).toEqual([wanted, tables[1], tables[2], wanted, tables[4]]);
    expect(await evaluate(randomNet(3))).toEqual(tables);
  });
});

test("both cores search the same tree with a game's network", { timeout: 60_000 }, async () => {
  for (const variant of [...GAMES, ...ODD_GAMES].filter((game) => game.id !== "chess")) {
    const cores = await builtCores({ variant, net: randomNet(6, variant) });
    const positions = benchOf(variant).positions.slice(0, 4);
    const [wasm, twin] = cores.map((core) => signature(core, positions, 4));
    expect(wasm).toBeGreaterThan(200);
    expect(twin, variant.id).toBe(wasm);
  }
});

import { beforeAll, describe, expect, test } from "vitest";
import { parseUciMove } from "../../../src/chess/notation/uci-move";
import { START_FEN } from "../../../src/chess/position/fen";
import { formatUciMove } from "../../../src/chess/position/uci-text";
import { Game } from "../../../src/chess/rules/game";
import { builtIn } from "../../../src/chess/variants/games";
import type { Variant } from "../../../src/chess/variants/variant";
import { CORE_NAMES, type Core } from "../../../src/engine/core/core";
import { Speed } from "../../../src/engine/time/speed";
import {
  type MatePlan,
  type MateReport,
  MEASURED,
  measureSpeed,
  searchForMate,
} from "../../../src/engine/worker/mate-search";
import { builtCore } from "../../support/cores";

/** The diagrams of Dabbaba's author. */
const MATE_IN_TEN = "5nk1/nbb2pr1/p3p1p1/1p1r3q/2P5/PP1PP1P1/N3RP1P/BQN1RBK1 b - - 0 1";
const MATE_IN_TWELVE = "3nn3/2p2p1k/1p1pp1p1/p2B3p/r2B2N1/4P2N/3PKPP1/6q1 w - - 0 1";
const WINS_THE_QUEEN = "q7/1p2pppb/7p/1P5k/4PP1b/2P3PP/1N1N3K/6B1 w - - 0 1";
/** A queen behind, White checks for ever on e8 and h5. */
const PERPETUAL = "6k1/6p1/8/7Q/8/6K1/q7/1q6 w - - 0 1";

const EVER = Number.POSITIVE_INFINITY;

let cores: Core[];
let speeds: Speed[];

beforeAll(async () => {
  cores = await Promise.all(CORE_NAMES.map((name) => builtCore(name, { hash: 1, build: "variants" })));
  speeds = cores.map(measureSpeed);
});

test("speed is measured on the first diagram", () => {
  expect(MEASURED).toEqual(Game.fromFen(MATE_IN_TEN).root);
});

/** What both cores report: the same, but for the time. */
function report(fen: string, plan: Partial<MatePlan>, variant?: Variant): MateReport {
  const [first, ...others] = cores.map((core, i) => {
    core.setPosition(Game.fromFen(fen, variant).root, []);
    const found = searchForMate(core, { share: 0.2, moveTimeMs: EVER, speedFactor: 80, speed: speeds[i], ...plan });
    expect(core.deadline).toBe(EVER);
    return found;
  });
  for (const other of others) expect({ ...other, timeMs: 0 }).toEqual({ ...first, timeMs: 0 });
  return first;
}

const nodesOf = ({ passes }: MateReport) => passes.reduce((sum, { nodes }) => sum + nodes, 0);

describe("the diagrams, whatever the speed factor", () => {
  test.each([
    [MATE_IN_TEN, "mate", 10, "h5h2"],
    [MATE_IN_TWELVE, "mate", 12, "h3g5"],
    [WINS_THE_QUEEN, "material", null, "g3g4"],
    [PERPETUAL, "draw", null, "h5e8"],
  ] as const)("%s", (fen, kind, mateIn, move) => {
    for (const speedFactor of [10, 80, 10_000]) {
      const found = report(fen, { speedFactor, nodes: 100_000 });
      expect(found).toMatchObject({ kind, mateIn, speedFactor, resource: 8000 + 100 * speedFactor });
      expect(formatUciMove(found.pv[0], false, builtIn("chess") as Variant)).toBe(move);
      expect(nodesOf(found)).toBe(found.nodes);
    }
  });
});

describe("the budget", () => {
  test("is a share of the nodes, and no pass begins after a third of it", () => {
    for (const nodes of [50, 500, 5000, 50_000]) {
      const found = report(WINS_THE_QUEEN, { nodes });
      expect(found.nodes).toBeLessThanOrEqual(nodes * 0.2);
      const beforeTheLast = found.nodes - (found.passes.at(-1)?.nodes ?? 0);
      expect(beforeTheLast).toBeLessThanOrEqual((nodes * 0.2) / 3);
    }
  });

  test("is what a machine of that speed does in the time", () => {
    // 2,000 nodes a second, a fifth of half a second.
    expect(report(WINS_THE_QUEEN, { speedFactor: 10, moveTimeMs: 500 }).nodes).toBeLessThanOrEqual(200);
    expect(report(WINS_THE_QUEEN, { speedFactor: 10, moveTimeMs: 2 }).passes).toEqual([]);
  });

  test("is also one of time, whatever the speed factor says", () => {
    const core = cores[0];
    for (const speedFactor of [10_000, 1_000_000, null]) {
      core.setPosition(Game.fromFen(WINS_THE_QUEEN).root, []);
      const plan = { share: 0.2, moveTimeMs: 100, speedFactor, speed: speeds[0] };
      expect(searchForMate(core, plan).timeMs).toBeLessThan(500);
    }
  });

  test("of nothing finds nothing", () => {
    expect(report(MATE_IN_TEN, { share: 0, nodes: 1000 })).toMatchObject({ kind: null, passes: [], nodes: 0 });
  });
});

describe("is complete", () => {
  test.each([
    ["with a mate", MATE_IN_TWELVE, { nodes: 1e6 }, true],
    ["where there are no checks", START_FEN, { nodes: 1e6 }, true],
    [
      "when all was followed that the greatest resource pays for",
      "8/8/3k4/8/8/2K5/4R3/8 w - - 0 1",
      { nodes: 1e9 },
      true,
    ],
    ["but not without nodes", START_FEN, { nodes: 0 }, false],
    ["but not with too few of them", MATE_IN_TWELVE, { nodes: 500 }, false],
    ["but not with a hint that more nodes may better", WINS_THE_QUEEN, { nodes: 5000 }, false],
  ])("%s", (_, fen, plan, isComplete) => {
    expect(report(fen, plan)).toMatchObject({ isComplete });
  });

  test("but not if it is late from the beginning", () => {
    const core = cores[0];
    core.setPosition(Game.fromFen(MATE_IN_TEN).root, []);
    core.deadline = 0;
    const found = searchForMate(core, { share: 1, moveTimeMs: 1000, speedFactor: 80, speed: speeds[0] });
    core.deadline = EVER;
    expect(found).toMatchObject({ kind: null, isComplete: false });
  });
});

describe("passes", () => {
  test("go eight plies deeper each, to the first mate", () => {
    const { passes } = report(MATE_IN_TWELVE, { nodes: 1e6 });
    expect(passes.map(({ plies, result }) => [plies, result])).toEqual([
      [8, null],
      [16, null],
      [24, "mate"],
    ]);
  });

  test("end when a deeper one would be the same", () => {
    expect(report(START_FEN, { nodes: 1e6 }).passes).toEqual([{ plies: 8, resource: 16_000, nodes: 0, result: null }]);
  });

  test("begin again with more resource when deeper ones would be the same", () => {
    // A rook that may give itself away, and no more.
    const { passes } = report("8/8/3k4/8/8/2K5/4R3/8 w - - 0 1", { nodes: 1e6, speedFactor: 10 });
    const nodesWith = (resource: number) =>
      passes.filter((pass) => pass.resource === resource).map(({ nodes }) => nodes);
    expect(new Set(passes.map(({ resource }) => resource))).toEqual(new Set([9000, 90_000, 900_000]));
    for (const resource of [9000, 90_000]) expect(nodesWith(resource).at(-1)).toBe(nodesWith(resource).at(-2));
  });

  test("keep to the root moves they are given", () => {
    const retreat = parseUciMove(Game.fromFen(MATE_IN_TWELVE), "h3f4");
    expect(report(MATE_IN_TWELVE, { searchMoves: [retreat], nodes: 10_000 }).kind).toBe(null);
    expect(report(MATE_IN_TWELVE, { searchMoves: [], nodes: 10_000 }).kind).toBe("mate");
  });
});

test("a game without a royal king has no checks", () => {
  const variant = builtIn("giveaway") as Variant;
  expect(report(variant.fen, { nodes: 10_000 }, variant)).toMatchObject({ kind: null, nodes: 0 });
});

test("a speed is the mean of the last fifth of a second or so", () => {
  const speed = new Speed(1000, 10);
  expect(speed.nodesPerSecond).toBe(100_000);
  // The first run counts as two milliseconds.
  speed.update(600, 2);
  expect(speed.nodesPerSecond).toBe(200_000);
  speed.update(1_000_000, 0.1);
  expect(speed.nodesPerSecond).toBe(200_000);
  for (let i = 0; i < 20; i++) speed.update(50_000, 100);
  expect(speed.nodesPerSecond).toBeCloseTo(500_000, -2);
});

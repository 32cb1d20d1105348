import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseUciMove } from "../../../src/chess/notation/uci-move";
import { Game } from "../../../src/chess/rules/game";
import { CORE_NAMES, type Core } from "../../../src/engine/core/core";
import {
  type Choice,
  chooseLimitedMove,
  ELO,
  type Faults,
  faultsFor,
  LADDER,
} from "../../../src/engine/worker/limited-strength";
import { GAMES } from "../../support/all-games";
import { builtCore, builtCores, randomNumbers } from "../../support/cores";

const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/** Several moves are good. */
const ITALIAN = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
const MATE_IN_ONE = "6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1";
/** White's queen has seven squares on which she can be taken. */
const QUEEN_OUT = "rnbqkbnr/ppp1pppp/8/3p4/8/5Q2/PPPPPPPP/RNB1KBNR w KQkq - 0 1";
const HANGS_QUEEN = ["f3h3", "f3f7", "f3d5", "f3e4", "f3g4", "f3f5", "f3f6"];

const SEEDS = Array.from({ length: 50 }, (_, seed) => seed);
const LEVELS = [ELO.min, ELO.default, ELO.max];

/** What somebody of so many Elo, or with these faults, plays in a new game, and sees after it. */
function choose(core: Core, game: Game, level: number | Faults, seed: number): Choice {
  core.newGame();
  core.setPosition(game.root, []);
  const faults = typeof level === "number" ? faultsFor(level) : level;
  return chooseLimitedMove(core, faults, { nodes: 20_000 }, randomNumbers(seed));
}

describe("the scale", () => {
  test("only rises", () => {
    const rungs = LADDER.map(([elo]) => elo);
    expect(rungs).toEqual([...new Set(rungs)].sort((one, other) => one - other));
  });

  // The labels are measured again when the search changes; what is written elsewhere has to follow.
  test.each(["README.md", "docs/options.md", "src/api/engine.ts", "src/api/limits.ts"])("is named in %s", (file) => {
    const ranges = [
      ...readFileSync(file, "utf8").matchAll(/(?:Levels from|UCI_Elo`.*?|[Ss]trength.*?|elo) (\d+) to (\d+)/g),
    ];
    expect(ranges.length).toBeGreaterThan(0);
    for (const [, least, most] of ranges) expect([Number(least), Number(most)]).toEqual([ELO.min, ELO.max]);
  });

  test("is what the page offers, from one end to the other", () => {
    const [, list] =
      /<select id="level">([\s\S]*?)<\/select>/.exec(readFileSync("src/app/page/index.html", "utf8")) ?? [];
    const options = [...(list ?? "").matchAll(/<option value="(\d+)">[^<]* · (\d+)</g)].map(([, value, shown]) => {
      expect(shown).toBe(value);
      return Number(value);
    });
    expect(options).toEqual([...options].sort((one, other) => one - other));
    expect([options[0], options.at(-1)]).toEqual([ELO.min, ELO.max]);
  });
});

describe("the faults of a level", () => {
  test("are those of its rungs, and between two rungs in proportion", () => {
    const [low, high] = [faultsFor(LADDER[3][0]), faultsFor(LADDER[4][0])];
    const middle = faultsFor((LADDER[3][0] + LADDER[4][0]) / 2);
    for (const name of Object.keys(middle) as (keyof Faults)[]) {
      expect(middle[name]).toBeCloseTo((low[name] + high[name]) / 2);
    }
  });

  test("end with the scale", () => {
    expect(faultsFor(0)).toEqual(faultsFor(ELO.min));
    expect(faultsFor(9999)).toEqual(faultsFor(ELO.max));
  });

  test("only become smaller, and the depth larger, from one to the next", () => {
    for (let elo = ELO.min + 1; elo <= ELO.max; elo++) {
      const [worse, better] = [faultsFor(elo - 1), faultsFor(elo)];
      expect(better.depth).toBeGreaterThanOrEqual(worse.depth);
      expect(better.attention).toBeGreaterThanOrEqual(worse.attention);
      expect(better.overlooks).toBeLessThanOrEqual(worse.overlooks);
      expect(better.noise).toBeLessThanOrEqual(worse.noise);
    }
  });
});

describe("a choice", () => {
  const kiwipete = Game.fromFen(KIWIPETE);
  const mateInOne = Game.fromFen(MATE_IN_ONE);
  const queenOut = Game.fromFen(QUEEN_OUT);

  test.each(LEVELS)("at %i is the same on both cores for a seed", async (elo) => {
    const choices = (await builtCores({ hash: 1 })).map((core) =>
      SEEDS.slice(0, 10).map((seed) => choose(core, kiwipete, elo, seed)),
    );
    expect(choices[1]).toEqual(choices[0]);
  });

  test.each([
    [ELO.min, 10],
    [ELO.default, 3],
    [ELO.max, 1],
  ])("at %i varies with the seed as it should: %i moves at least", async (elo, moves) => {
    const core = await builtCore("wasm", { hash: 1 });
    const italian = Game.fromFen(ITALIAN);
    const chosen = new Set(SEEDS.map((seed) => choose(core, italian, elo, seed).move));
    expect(chosen.size).toBeGreaterThanOrEqual(moves);
  });

  test.each(CORE_NAMES)("is a legal line in every game, on the %s core", async (name) => {
    const core = await builtCore(name, { hash: 1, build: "variants" });
    for (const variant of GAMES) {
      for (const elo of LEVELS) {
        const { move, pv } = choose(core, Game.start(variant), elo, 1);
        expect(pv[0]).toBe(move);
        const game = Game.start(variant);
        for (const one of pv) game.play(one);
      }
    }
  });

  test("keeps to the moves, nodes and depth that are allowed", async () => {
    const core = await builtCore("wasm", { hash: 1 });
    const searchMoves = ["a2a3", "e1g1"].map((text) => parseUciMove(kiwipete, text));
    for (const elo of LEVELS) {
      for (const limits of [{ searchMoves }, { searchMoves, nodes: 1 }, { searchMoves, depth: 1 }]) {
        core.setPosition(kiwipete.root, []);
        expect(searchMoves).toContain(chooseLimitedMove(core, faultsFor(elo), limits, randomNumbers(1)).move);
        const { nodes, depth } = core.found();
        expect(nodes).toBeLessThanOrEqual(limits.nodes ?? Number.POSITIVE_INFINITY);
        expect(depth).toBeLessThanOrEqual(limits.depth ?? Number.POSITIVE_INFINITY);
      }
    }
  });

  test("is a mate in one wherever it comes to mind", async () => {
    const core = await builtCore("wasm", { hash: 1 });
    const mate = parseUciMove(mateInOne, "e1e8");
    for (const elo of LEVELS) {
      const mates = SEEDS.filter((seed) => choose(core, mateInOne, elo, seed).move === mate).length;
      // A little for luck.
      expect(mates / SEEDS.length).toBeGreaterThan(faultsFor(elo).attention - 0.2);
    }
  });

  test("loses a piece only where the answer was overlooked", async () => {
    const core = await builtCore("wasm", { hash: 1 });
    const losses = HANGS_QUEEN.map((text) => parseUciMove(queenOut, text));
    const lost = (faults: Faults) =>
      SEEDS.map((seed) => choose(core, queenOut, faults, seed)).filter(({ move }) => losses.includes(move));
    for (const elo of [ELO.min, ELO.default]) {
      const faults = faultsFor(elo);
      expect(lost({ ...faults, overlooks: 0 })).toEqual([]);
      for (const { score } of lost(faults)) expect(score).toBeGreaterThan(-300);
    }
    expect(lost(faultsFor(ELO.min)).length).toBeGreaterThan(5);
  });
});

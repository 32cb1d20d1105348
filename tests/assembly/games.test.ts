import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { MATE } from "../../assembly/search/score";
import { type PgnGame, parsePgn } from "../../src/chess/notation/pgn";
import { formatSanLine, parseSan } from "../../src/chess/notation/san";
import { parseFen } from "../../src/chess/position/fen";
import { defineVariant } from "../../src/chess/rules/define-variant";
import { Game } from "../../src/chess/rules/game";
import { builtIn, CHESS } from "../../src/chess/variants/games";
import { buildFor, CORE_NAMES, type Core } from "../../src/engine/core/core";
import { WazabaError } from "../../src/errors";
import { benchOf } from "../../src/lab/bench/bench";
import { builtCore, builtCores, signature } from "../support/cores";

/** That both cores search the same tree in every game is in `signatures.test.ts`. */
test("the builds for every game search the tree in chess of that for chess alone", { timeout: 30_000 }, async () => {
  const { positions } = benchOf(CHESS);
  // Networks of chess are for the build of chess alone.
  const cores = [await builtCore("wasm", { net: null }), ...(await builtCores({ build: "variants" }))];
  const [orthodox, ...others] = cores.map((core) => signature(core, positions, 6));
  expect(others).toEqual([orthodox, orthodox]);
});

describe.each(CORE_NAMES)("the %s core", (name) => {
  test("plays games in turn, each as if there had been no other", { timeout: 30_000 }, async () => {
    const core = await builtCore(name, { build: "variants" });
    const benches = ["shatranj", "chess", "giveaway", "berolina"].map((id) => benchOf(builtIn(id)));
    const search = () => benches.map(({ positions }) => signature(core, positions.slice(2, 6), 3));
    expect(search()).toEqual(search());
  });

  test("forgets what it learnt when the game is another one, and only then", async () => {
    const core = await builtCore(name, { variant: builtIn("alfil") });
    const [alfil, ferz] = ["alfil", "ferz"].map((id) => Game.start(builtIn(id)).root);
    const nodes = (root: Game["root"]) => {
      core.setPosition(root, []);
      core.search({ depth: 5 });
      return core.found().nodes;
    };
    const first = nodes(alfil);
    // Usually fewer, which one search alone does not promise.
    expect(nodes(alfil)).not.toBe(first);
    nodes(ferz);
    expect(nodes(alfil)).toBe(first);
  });

  test("two of a thread do not mix up their games", async () => {
    const [one, other] = [
      await builtCore(name, { variant: builtIn("nightrider") }),
      await builtCore(name, { variant: builtIn("dabbaba") }),
    ];
    for (let turn = 0; turn < 2; turn++) {
      for (const [core, id] of [
        [one, "nightrider"],
        [other, "dabbaba"],
      ] as const) {
        const game = Game.start(builtIn(id));
        core.setPosition(game.root, []);
        expect(core.perft(1)).toBe(game.legalMoves().length);
      }
    }
  });

  test("for chess alone refuses other games", async () => {
    const core = await builtCore(name);
    const variant = builtIn("wazir");
    expect(() => core.setPosition(Game.start(variant).root, [])).toThrow(
      new WazabaError("variant", "this core plays orthodox chess alone, not wazir"),
    );
    await expect(builtCore(name, { variant, build: "chess" })).rejects.toThrow(/orthodox chess alone, not wazir/);
  });
});

test("orthodox laws are orthodox chess, whatever the game is called", async () => {
  const namesake = defineVariant({ id: "no-castling", castling: false });
  expect(buildFor(namesake)).toBe("chess");
  expect(buildFor(builtIn("wazir"))).toBe("variants");
  const core = await builtCore("wasm");
  core.setPosition(Game.start(namesake).root, []);
  expect(core.perft(3)).toBe(8902);
});

test("a horde of queens has no more than the highest evaluation", async () => {
  // The numbers of 34 queens are too large for a packed sum.
  const root = parseFen("kr6/pp6/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQ6/8 w - - 0 1", builtIn("horde"));
  for (const core of await builtCores({ build: "variants" })) {
    core.setPosition(root, []);
    expect(core.exports.evaluate()).toBe(30_000);
  }
});

describe("ends of games are seen before they come", async () => {
  const cores = await builtCores({ build: "variants" });

  test.each([
    ["rooksquare", "8/7R/8/8/8/2k5/8/K7 w - - 0 1", MATE - 1, "Rh8 wins at once"],
    ["rooksquare", "8/8/8/7R/8/8/1k6/7K w - - 0 1", MATE - 1, "Rh8, before Black gets to a1"],
    ["giveaway", "8/8/8/8/8/1p6/P7/8 w - - 0 1", 1 - MATE, "axb3 is forced, and Black has no pieces left"],
    ["giveaway", "8/8/8/8/p7/8/8/1R6 w - - 0 1", MATE - 2, "Rb3 has to be taken"],
    ["rooksquare", "8/8/8/8/4K3/8/1k6/8 w - - 0 1", 2 - MATE, "nothing stops Ka1, and bare kings are no draw"],
    ["kingofthehill", "4k3/8/8/8/8/4K3/8/8 w - - 0 1", MATE - 1, "Ke4 wins at once"],
    ["kingofthehill", "7k/8/8/8/8/8/4K3/8 w - - 0 1", MATE - 3, "nothing stops the king"],
    ["horde", "4k3/8/8/8/8/8/r7/P7 b - - 0 1", MATE - 1, "Rxa1 takes the last piece"],
    ["atomic", "4k3/3p4/8/8/8/8/8/3RK3 w - - 0 1", MATE - 1, "Rxd7 explodes the king"],
    ["atomic", "3rk3/8/8/8/8/8/3P4/4K3 b - - 0 1", MATE - 1, "Rxd2 explodes the king"],
    ["racingkings", "8/1k6/8/8/8/8/7K/8 b - - 0 1", MATE - 1, "Kb8 wins at once"],
    ["racingkings", "8/7K/8/8/8/8/k7/8 w - - 0 1", MATE - 1, "Kh8, and Black's king is too far away"],
    ["racingkings", "8/k6K/8/8/8/8/8/8 w - - 0 1", 0, "Black's king follows"],
    ["3check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", MATE - 1, "Ra8 is the third check"],
    ["3check", "4k3/8/8/8/8/8/8/R3K3 w - - 2+3 0 1", MATE - 3, "two checks by the rook"],
    ["shatranj", "4k3/8/8/8/8/8/8/r2N1K1b b - - 0 1", MATE - 1, "Rxd1 bares the king"],
    ["shatranj", "8/8/8/8/p7/P1k5/7r/K7 b - - 0 1", MATE - 1, "Rb2 is stalemate"],
  ])("%s, %s: %i, %s", (id, fen, score) => {
    for (const core of cores) {
      core.newGame();
      core.setPosition(parseFen(fen, builtIn(id)), []);
      core.search({ depth: 6 });
      expect(core.found().score).toBe(score);
    }
  });
});

describe("what Dabbaba's author said of his games holds", async () => {
  const cores = await builtCores({ build: "variants" });
  const games = parsePgn(readFileSync(new URL("../data/seed-games.pgn", import.meta.url), "utf8"));
  /** The first plies of his game. */
  const opened = (id: string, plies: number) => {
    const { game } = games.find(({ game }) => game.variant.id === id) as PgnGame;
    const start = new Game(game.root);
    for (const move of game.moves.slice(0, plies)) start.play(move);
    return start;
  };
  const search = (core: Core, game: Game, depth: number) => {
    core.newGame();
    core.setPosition(game.root, game.moves);
    core.search({ depth });
    return { score: core.found().score, line: formatSanLine(game, core.found().pv) };
  };

  test("stationary: 29.Bf7+ mates", () => {
    const game = opened("stationary", 56);
    const bishopCheck = parseSan(game, "Bf7+");
    for (const core of cores) {
      core.setPosition(game.root, game.moves);
      expect(core.proveMate(3, { searchMoves: [bishopCheck] })).toMatchObject({ isMate: true });
    }
  });

  // White may as well leave the bishop on f4, so the line is asked for move by move.
  test.each([
    [["Ng1"], "Bxf4"],
    [["Ng1", "Bxf4", "exf4"], "Bxc2"],
  ])("nightrider: 6.Ng1 loses to 6...Bxf4 7.exf4 Bxc2: after %j, %s wins", (moves, best) => {
    const game = opened("nightrider", 10);
    for (const move of moves) game.play(parseSan(game, move));
    for (const core of cores) {
      const { score, line } = search(core, game, 8);
      expect(line[0]).toBe(best);
      expect(score).toBeGreaterThan(250);
    }
  });
});

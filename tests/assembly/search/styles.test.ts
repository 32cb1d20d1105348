/** The styles of search: one tree on both cores, in any game, and options that outlive a core. */

import { describe, expect, test } from "vitest";
import { inCheck, makeMove, unmakeMove } from "../../../assembly/rules/board";
import { givesCheck } from "../../../assembly/rules/gives-check";
import { ALL, generate, moves } from "../../../assembly/rules/legal";
import { forbidsChecks, hasRoyals } from "../../../assembly/rules/variant";
import { load } from "../../../src/chess/rules/board";
import { builtIn } from "../../../src/chess/variants/games";
import { EXTENSION_NAMES, type SearchStyle, STYLE } from "../../../src/engine/core/style";
import type * as api from "../../../src/internals";
import { benchOf } from "../../../src/lab/bench/bench";
import { randomOpening } from "../../../src/lab/openings/random";
import { randomNumbers } from "../../../src/random";
import { GAMES, ODD_GAMES } from "../../support/all-games";
import { Client } from "../../support/clients/client";
import { builtCores, signature } from "../../support/cores";

const STYLES: readonly { readonly name: string; readonly style: SearchStyle }[] = [
  { name: "all extensions", style: { ...STYLE, extensions: EXTENSION_NAMES } },
  { name: "flags", style: { ...STYLE, quiescence: "flags", quiesMax: 3 } },
  { name: "pure flags", style: { ...STYLE, quiescence: "flags", pureFlags: true } },
  { name: "strategic", style: { ...STYLE, quiescence: "strategic" } },
  { name: "everything", style: { ...STYLE, quiescence: "strategic", extensions: EXTENSION_NAMES } },
];

describe("both cores search the same tree", async () => {
  const chess = await builtCores();
  const variants = await builtCores({ build: "variants" });

  describe.each(STYLES)("with $name", ({ style }) => {
    test.each([
      ["chess", 4, 25],
      ["giveaway", 4, 6],
      ["nightrider", 3, 6],
    ] as const)("in %s", { timeout: 60_000 }, (id, depth, count) => {
      const variant = builtIn(id);
      const lines = benchOf(variant).positions.slice(0, count);
      const [wasm, twin] = (id === "chess" ? chess : variants).map((core) => {
        core.setVariant(variant);
        core.setStyle(style);
        const nodes = signature(core, lines, depth);
        core.setStyle(STYLE);
        return nodes;
      });
      expect(twin).toBe(wasm);
    });
  });

  test.each([...GAMES, ...ODD_GAMES])("every style plays $id", { timeout: 60_000 }, (variant) => {
    const [core] = variants;
    const root = randomOpening(6, 1, variant)?.position();
    if (root === undefined) return expect.unreachable();
    for (const { style } of STYLES) {
      core.setVariant(variant);
      core.setStyle(style);
      core.newGame();
      core.setPosition(root, []);
      const move = core.search({ nodes: 3000 });
      expect(core.exports.canMove(move)).toBe(1);
      // Back where it was, keys and sums included.
      expect(core.exports.isConsistent()).toBe(1);
    }
  });
});

test.each([...GAMES, ...ODD_GAMES])("checks are seen before they are given, in $id", (variant) => {
  const random = randomNumbers(7);
  let walks = 0;
  let checks = 0;
  for (let seed = 0; seed < 6; seed++) {
    const opening = randomOpening(4 + 12 * seed, seed, variant);
    // Some games are over before so many random moves.
    if (opening === null) continue;
    walks++;
    load(opening.position());
    for (let ply = 0; ply < 40; ply++) {
      const legal = [...moves.slice(0, generate(ALL, 0))].sort((a, b) => a - b);
      if (legal.length === 0) break;
      for (const move of legal) {
        const foreseen = givesCheck(move);
        if (foreseen) checks++;
        makeMove(move);
        expect({ move, checks: inCheck() }).toEqual({ move, checks: foreseen });
        unmakeMove();
      }
      makeMove(legal[random(legal.length)]);
    }
  }
  expect(walks).toBeGreaterThanOrEqual(4);
  // There are none without royal kings, or where they are forbidden.
  if (hasRoyals() && !forbidsChecks()) expect(checks).toBeGreaterThan(20);
  else expect(checks).toBe(0);
});

test.each(["wasm", "ts"] as const)("an engine on the %s core searches in the style of each search", async (core) => {
  const { allocateTime, Searcher } = (await import(
    new URL("../../../dist/internals.js", import.meta.url).href
  )) as typeof api;
  const engine = await Searcher.create({ core, hash: 1 });
  const [line] = benchOf(builtIn("chess")).positions.slice(1);
  const nodes: number[] = [];
  for (const style of [undefined, STYLES[3].style, STYLE]) {
    await engine.newGame();
    const { result } = engine.search(line, { depth: 5 }, allocateTime({}, 0, 0), style && { style });
    nodes.push((await result).nodes);
  }
  await engine.dispose();
  expect(nodes[1]).not.toBe(nodes[0]);
  expect(nodes[2]).toBe(nodes[0]);
});

describe("UCI options", () => {
  const FEN = "r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N2/PP1P1PPP/RNBQR1K1 w - - 1 9";

  /** The nodes of a fixed search, after some commands. */
  async function nodesAfter(engine: Client, ...commands: string[]): Promise<number> {
    engine.send(
      "setoption name MateSearch value false",
      ...commands,
      "ucinewgame",
      `position fen ${FEN}`,
      "go depth 5",
    );
    const { before } = await engine.until(/^bestmove /);
    return Number(/ nodes (\d+) /.exec(before.filter((line) => line.startsWith("info depth")).at(-1) ?? "")?.[1]);
  }

  test("hold for both cores, and outlive them", { timeout: 60_000 }, async () => {
    const engine = new Client();
    const usual = await nodesAfter(engine);
    const strategic = await nodesAfter(engine, "setoption name Quiescence value Strategic");
    expect(strategic).not.toBe(usual);
    expect(await nodesAfter(engine, "setoption name Hash value 1")).toBe(strategic);
    expect(await nodesAfter(engine, "setoption name Core value ts")).toBe(strategic);
    // Another game has another core.
    engine.send("setoption name UCI_Variant value giveaway", "position startpos", "go depth 1");
    await engine.until(/^bestmove /);
    expect(await nodesAfter(engine, "setoption name UCI_Variant value chess")).toBe(strategic);
    expect(await nodesAfter(engine, "setoption name Quiescence value modern")).toBe(usual);
    expect(await nodesAfter(engine, "setoption name ExtendChecks value true")).not.toBe(usual);
    expect(await nodesAfter(engine, "setoption name ExtendChecks value false")).toBe(usual);
    expect(await engine.quit()).toBe(0);
  });

  test.each([
    ["Quiescence value quiet", /Quiescence: "quiet" is not one of modern, flags, strategic/],
    ["QuiesMax value 21", /QuiesMax: "21" is not a whole number from 0 to 20/],
    ["PureFlags value maybe", /PureFlags: "maybe" is not true or false/],
    ["ExtendKingAttack value 1", /ExtendKingAttack: "1" is not true or false/],
  ])("%s is refused", async (option, complaint) => {
    const engine = new Client();
    engine.send(`setoption name ${option}`, "isready");
    expect((await engine.until(/^readyok$/)).before[0]).toMatch(complaint);
    expect(await engine.quit()).toBe(0);
  });
});

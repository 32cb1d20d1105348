/** The search trace (`bench/trace.mjs`): it tells of every node, and does not change the tree. */

import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { parseFen } from "../../../src/chess/position/fen";
import { builtIn } from "../../../src/chess/variants/games";
import { builtCore } from "../../support/cores";

const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

function traced(...args: string[]): string[] {
  const { stdout, stderr } = spawnSync(process.execPath, ["bench/trace.mjs", ...args], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  expect(stderr).toBe("");
  return stdout.trimEnd().split("\n").slice(1);
}

async function nodes(fen: string, id: string, depth: number): Promise<number> {
  const variant = builtIn(id);
  const core = await builtCore("wasm", { variant, ...(id !== "chess" && { net: null }) });
  core.setPosition(parseFen(fen, variant), []);
  core.search({ depth });
  return core.found().nodes;
}

const WHOLE = ["--plies", "200", "--qsearch", "--iterations", "all"];

describe("every node that the WebAssembly core searches is told, and no other", () => {
  test.each([
    ["the start position", "chess", builtIn("chess").fen, 6],
    ["null moves, singular moves, castling", "chess", KIWIPETE, 8],
    ["mates", "chess", "7k/5Q2/8/8/8/8/8/K7 w - - 0 1", 5],
    ["forced captures", "giveaway", builtIn("giveaway").fen, 4],
    ["other pieces", "nightrider", builtIn("nightrider").fen, 5],
  ])("%s (%s)", async (_what, variant, fen, depth) => {
    const net = variant === "chess" ? [] : ["--net", "none"];
    const lines = traced(fen, "--depth", String(depth), "--variant", variant, ...net, ...WHOLE);
    const wanted = await nodes(fen, variant, depth);
    expect(lines.at(-1)).toMatch(new RegExp(`^bestmove \\S+, ${wanted} nodes traced, ${wanted} searched$`));
    // Each has its line, and was left for a reason.
    const told = lines.slice(0, -1).filter((line) => !line.startsWith("root; "));
    expect(told.length).toBe(wanted);
    expect(told.filter((line) => !/ => -?\d+ \([a-z ]+\)$/.test(line))).toEqual([]);
  });
});

test.each([
  ["tt cutoff", / tt lower -?\d+ depth \d+ \S+.* => -?\d+ \(tt cutoff\)$/],
  ["reverse futility pruning", /; eval -?\d+.* => -?\d+ \(rfp\)$/],
  ["razoring", /\(razoring\)$/],
  ["a null move", /^ +-; /],
  ["a null move that cuts", /\(null move\)$/],
  ["ProbCut", /\(probcut\)$/],
  ["a singular search", /^ +without [a-h]\d[a-h]\d; /],
  ["late move reductions", /; lmr 2;/],
  ["late move pruning", /pruned \(lmp\)$/],
  ["futility pruning", /pruned \(futility\)$/],
  ["SEE pruning", /pruned \(see\)$/],
  ["delta pruning", /pruned \(delta\)$/],
  ["standing pat", /qsearch, .*\(stand pat\)$/],
])("the tree tells of %s", (_what, line) => {
  expect(wholeTree().some((text) => line.test(text))).toBe(true);
});

let tree: string[] | undefined;
function wholeTree(): string[] {
  tree ??= traced(KIWIPETE, "--depth", "9", "--moves", ...WHOLE);
  return tree;
}

test("of a line only what is on the way and below it is shown, so many plies deep", () => {
  const lines = traced("--depth", "5", "--line", "d2d4,g8f6", "--plies", "1").slice(0, -1);
  const moves = lines.map((text) => /^( *)([^;]+);/.exec(text)?.slice(1));
  expect(moves.length).toBeGreaterThan(3);
  for (const [margin, move] of moves as [string, string][]) {
    expect(margin.length).toBeLessThanOrEqual(6);
    if (margin.length < 6) expect(move).toBe(["root", "d2d4", "g8f6"][margin.length / 2]);
  }
});

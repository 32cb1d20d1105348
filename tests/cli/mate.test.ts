import { describe, expect, test } from "vitest";
import { parseUciMove } from "../../src/chess/notation/uci-move";
import { Game } from "../../src/chess/rules/game";
import { json, wazaba } from "../support/clients/wazaba";
import { scratch } from "../support/scratch";

const { fileOf } = scratch();

// The diagrams of Dabbaba's author.
const FIRST = "5nk1/nbb2pr1/p3p1p1/1p1r3q/2P5/PP1PP1P1/N3RP1P/BQN1RBK1 b - - 0 1";
const SECOND = "3nn3/2p2p1k/1p1pp1p1/p2B3p/r2B2N1/4P2N/3PKPP1/6q1 w - - 0 1";
const THIRD = "q7/1p2pppb/7p/1P5k/4PP1b/2P3PP/1N1N3K/6B1 w - - 0 1";
/** A back-rank mate, and a bare position without any. */
const BACK_RANK = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
const BARE = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

describe("mate", { timeout: 30_000 }, () => {
  test.each(["wasm", "ts"])("finds the mate of its own position on the %s core", (core) => {
    const report = json("mate", "--speed-factor", "10", "--core", core);
    expect(report).toMatchObject({
      variant: "chess",
      core,
      fen: FIRST,
      found: true,
      kind: "mate",
      mateIn: 10,
      speedFactor: 10,
      resource: 9000,
    });
    expect(report.passes.at(-1)).toMatchObject({ plies: 24, result: "mate" });
    expect(report.passes.reduce((sum: number, { nodes }: { nodes: number }) => sum + nodes, 0)).toBe(report.nodes);
    expect(report.san.at(-1)).toBe("Nd7#");
    const game = Game.fromFen(FIRST);
    for (const move of report.pv) game.play(parseUciMove(game, move));
    expect(game.outcome()?.reason).toBe("checkmate");
  });

  test("the same on both cores, whatever the time", () => {
    const [wasm, ts] = ["wasm", "ts"].map((core) => {
      const { passes, pv } = json("mate", SECOND, "--speed-factor", "80", "--core", core, "--movetime", "60000");
      return { passes, pv };
    });
    expect(wasm).toEqual(ts);
    expect(wasm.pv).toHaveLength(23);
  });

  test("wins material, or finds nothing", () => {
    expect(json("mate", ...THIRD.split(" "))).toMatchObject({ found: true, kind: "material", mateIn: null });
    expect(json("mate", BARE)).toMatchObject({
      found: false,
      kind: null,
      mateIn: null,
      pv: [],
      san: [],
      isComplete: true,
    });
  });

  test("keeps to a budget of nodes", () => {
    const { nodes, found, isComplete } = json("mate", FIRST, "--nodes", "100", "--speed-factor", "10");
    expect(nodes).toBeLessThanOrEqual(100);
    expect({ found, isComplete }).toEqual({ found: false, isComplete: false });
  });

  test("measures the machine unless it is told a factor", () => {
    const { speedFactor, resource } = json("mate", BACK_RANK);
    expect(speedFactor).toBeGreaterThan(0);
    expect(resource).toBe(8000 + 100 * speedFactor);
  });

  test("shows passes and the line", () => {
    const { out } = wazaba("mate", FIRST, "--speed-factor", "10");
    const [position, , head, ...rows] = out.split("\n");
    expect(position).toBe(FIRST);
    expect(head).toMatch(/^ plies +resource +nodes {2}finds$/);
    expect(rows.slice(0, 3)).toEqual([
      expect.stringMatching(/^ +8 +\d+ +\d+ {2}nothing$/),
      expect.stringMatching(/^ +16 +\d+ +\d+ {2}nothing$/),
      expect.stringMatching(/^ +24 +\d+ +\d+ {2}mate$/),
    ]);
    expect(out).toMatch(/^\d+ nodes, [\d.]+ ms; resource 9000, for a speed factor of 10$/m);
    expect(out).toMatch(/^mate in 10: 1\.\.\. Qxh2\+ 2\. Kxh2 Rh5\+ .* 10\. Kc5 Nd7#$/m);
  });

  test.each(["nightrider", "giveaway"])("in %s it begins with the start position, which has nothing", (variant) => {
    expect(json("mate", "--variant", variant, "--nodes", "10000")).toMatchObject({ variant, found: false });
  });

  test("a corner reached with check is a mate in rooksquare", () => {
    const report = json("mate", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "--variant", "rooksquare");
    expect(report).toMatchObject({ kind: "mate", mateIn: 1 });
  });
});

describe("mate on a file", { timeout: 30_000 }, () => {
  const text = `# mates\n${BACK_RANK.slice(0, -4)} bm Rd8#; id "back rank";\n\n${BARE}\n${THIRD} ; id "queen";\n`;

  test("reports each position, and a summary", () => {
    const { positions, summary } = json("mate", fileOf("some.epd", text), "--speed-factor", "10");
    expect(positions).toMatchObject([
      { line: 2, id: "back rank", fen: BACK_RANK, found: true, kind: "mate", mateIn: 1, pv: ["d1d8"], san: ["Rd8#"] },
      { line: 4, id: null, fen: BARE, found: false, kind: null, pv: [] },
      { line: 5, id: "queen", kind: "material" },
    ]);
    expect(summary).toEqual({
      total: 3,
      found: 2,
      mates: 1,
      material: 1,
      draws: 0,
      medianTimeMs: expect.any(Number),
      unread: 0,
    });
  });

  test("in plain words, silent about its progress in a pipe", () => {
    const { code, out, err } = wazaba("mate", fileOf("some.epd", text), "--speed-factor", "10");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const lines = out.trimEnd().split("\n");
    expect(lines.slice(0, 2)).toEqual(["back rank: mate in 1: 1. Rd8#", "line 4: nothing"]);
    expect(lines[2]).toMatch(/^queen: wins material: 1\. g4\+ /);
    expect(lines.at(-1)).toMatch(
      /^found in 2 of 3 positions, median time [\d.]+ ms \(mates 1, wins of material 1, draws 0\)$/,
    );
  });

  test("a bad line is named, and the others are searched", () => {
    const { code, out, err } = wazaba("mate", fileOf("bad.EPD", `nonsense\n${BACK_RANK}\n`), "--json");
    expect(code).toBe(1);
    expect(err).toBe('wazaba: EPD: line 1: FEN: 1 rank instead of 8 in "nonsense"\n');
    expect(JSON.parse(out)).toMatchObject({ positions: [{ line: 2, mateIn: 1 }], summary: { total: 1, unread: 1 } });
  });

  test("a file without a single position that can be read", () => {
    const { code, out } = wazaba("mate", fileOf("nonsense.epd", "nonsense\n"), "--json");
    expect(code).toBe(1);
    const summary = { total: 0, found: 0, mates: 0, material: 0, draws: 0, medianTimeMs: null, unread: 1 };
    expect(JSON.parse(out)).toEqual({ variant: "chess", core: "wasm", positions: [], summary });
  });
});

describe("what is wrong is said in one line", () => {
  test.each([
    [["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"], /^wazaba: the game is over: stalemate\n$/],
    [["--nodes", "0"], /^wazaba: --nodes: "0" is not a positive integer\n$/],
    [["--speed-factor", "x"], /^wazaba: --speed-factor: "x" is not a positive integer\n$/],
    [["--speed-factor", "1000001"], /^wazaba: --speed-factor: 1000001 is more than 1000000\n$/],
    [["--variant", "draughts"], /^wazaba: --variant: "draughts" is not one of /],
  ])("%j", (args, message) => {
    const { code, out, err } = wazaba("mate", ...args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(message);
  });

  test("--help", () => {
    const { code, out } = wazaba("mate", "--help");
    expect(code).toBe(0);
    expect(out).toMatch(/^wazaba mate /);
  });
});

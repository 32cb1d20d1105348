import { describe, expect, test } from "vitest";
import { json, wazaba } from "../support/clients/wazaba";

describe("perft", () => {
  test.each(["wasm", "ts"])("counts on the %s core", (core) => {
    expect(json("perft", "4", "--core", core)).toMatchObject({ core, depth: 4, nodes: 197281 });
  });

  test("divides, in any position", () => {
    const { divide, nodes } = json("perft", "2", "8/8/8/8/8/k7/p7/K7 w - - 0 1", "--divide");
    expect({ divide, nodes }).toEqual({ divide: {}, nodes: 0 });
    expect(json("perft", "1", "--fen", "4k3/8/8/8/8/8/8/4K2R w K -", "--divide").divide).toMatchObject({ e1g1: 1 });
    expect(wazaba("perft", "1", "--divide").out).toMatch(/^e2e4: 1$/m);
  });

  test("depth 0 is one leaf", () => {
    expect(json("perft", "0").nodes).toBe(1);
  });
});

describe("analyse", () => {
  test("reports its lines", () => {
    const report = json("analyse", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "--depth", "3");
    expect(report).toMatchObject({ bestMove: "d1d8", ponder: null, core: "wasm" });
    expect(report.lines).toHaveLength(3);
    expect(report.lines[2]).toMatchObject({ depth: 3, score: { mate: 1 }, pv: ["d1d8"], san: ["Rd8#"] });
  });

  test("searches with several threads, or says why not", () => {
    const report = json("analyse", "--nodes", "20000", "--threads", "2");
    expect(report).toMatchObject({ threads: 2, core: "wasm" });
    const { code, out, err } = wazaba("analyse", "--nodes", "2000", "--threads", "2", "--core", "ts", "--json");
    expect([code, JSON.parse(out).threads]).toEqual([0, 1]);
    expect(err).toBe("wazaba: --threads: one thread searches: the TypeScript twin has no others\n");
  });

  test("has a position of its own, and reads one in words", () => {
    expect(wazaba("analyse", "--nodes", "2000").out).toMatch(/^3nn3\/2p2p1k.*\n[\s\S]*\nbest move \S+\n$/);
    const { out } = wazaba("analyse", "4k3/8/8/8/8/8/4P3/4K3", "w", "-", "-", "0", "1", "--depth", "5", "--core", "ts");
    expect(out).toMatch(/5\/\d+ .* 1\. [KRe]/);
  });
});

test("bench compares the cores", () => {
  const { signature, cores, ratio } = json("bench", "--depth", "3", "--runs", "1");
  expect(cores.wasm.nodes).toBe(signature);
  expect(cores.ts.nodes).toBe(signature);
  expect(ratio.search).toBeGreaterThan(0);
});

describe("what is wrong is said in one line", () => {
  test.each([
    [["fly"], /^wazaba: unknown command fly \(see wazaba --help\)\n$/],
    [["perft"], /^wazaba: perft: missing DEPTH.*\n$/],
    [["perft", "x"], /^wazaba: DEPTH: "x" is not a non-negative integer\n$/],
    [["perft", "1", "--core", "c"], /^wazaba: --core: "c" is not one of wasm, ts\n$/],
    [["perft", "1", "not a fen"], /^wazaba: FEN: .*\n$/],
    [["analyse", ""], /^wazaba: FEN: the text is empty\n$/],
    [["analyse", "--depth", "0"], /^wazaba: --depth: "0" is not a positive integer\n$/],
    [["analyse", "--fly"], /^wazaba: unknown option --fly \(see --help\)\n$/],
    [["analyse", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"], /^wazaba: the game is over: stalemate\n$/],
    [["analyse", "--hash", "100000"], /^wazaba: --hash: 100000 is more than 4095\n$/],
    [["--core", "c"], /^wazaba: --core: .*\n$/],
    [["--threads", "65"], /^wazaba: --threads: 65 is more than 64\n$/],
    [["xboard", "--threads", "0"], /^wazaba: --threads: "0" is not a positive integer\n$/],
    [["analyse", "--threads", "many"], /^wazaba: --threads: "many" is not a positive integer\n$/],
    [["mate", "--threads", "2"], /^wazaba: unknown option --threads \(see --help\)\n$/],
  ])("%j", (args, message) => {
    const { code, out, err } = wazaba(...args);
    expect(code).toBe(2);
    expect(out).toBe("");
    expect(err).toMatch(message);
  });
});

test.each([[], ["analyse"], ["perft"], ["bench"], ["variants"], ["uci"]])("%s --help", (...command) => {
  const { code, out } = wazaba(...command, "--help");
  expect(code).toBe(0);
  expect(out).toMatch(/^wazaba/);
});

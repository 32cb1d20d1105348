import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Client } from "../support/clients/client";
import { wazaba, wazabaReading } from "../support/clients/wazaba";

const LINE = /^ *(\d+\.\d) ([<>=]) (.*)$/;

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wazaba-"));
  file = join(folder, "engine.log");
});

afterEach(() => rmSync(folder, { recursive: true }));

/** The log's lines without their first one, cut into time, mark and text. */
function logged(): { ms: number; mark: string; text: string }[] {
  const [, ...lines] = readFileSync(file, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => {
    const [, ms, mark, text] = LINE.exec(line) ?? [];
    return { ms: Number(ms), mark, text };
  });
}

const marked = (wanted: string) => logged().flatMap(({ mark, text }) => (mark === wanted ? [text] : []));

test("every line in and out, in order, with the time", async () => {
  const engine = new Client(["--log", file]);
  const said = ["uci", "isready", "position startpos moves e2e4", "go depth 4", "hello\u0007"];
  engine.send(...said);
  await engine.until(/^bestmove /);
  await engine.quit();
  expect(marked(">")).toEqual([...said, "quit"]);
  expect(marked("<")).toEqual(engine.lines);
  const times = logged().map(({ ms }) => ms);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(readFileSync(file, "utf8")).toMatch(/^# Wazaba \S+, 20\d\d-\d\d-\d\dT\S+Z, process \d+, Node v.*\["--log",/);
});

describe("what was decided stands before the answer:", () => {
  const decisions = async (args: string[], ...lines: string[]) => {
    const engine = new Client(["--log", file, ...args]);
    engine.send("setoption name SpeedFactor value 1000", ...lines);
    await engine.until(/^bestmove /);
    await engine.quit();
    const answered = logged().findIndex(({ text }) => text.startsWith("bestmove"));
    return logged()
      .slice(0, answered)
      .filter(({ mark }) => mark === "=")
      .map(({ text }) => text);
  };

  test("the time", async () => {
    const [time] = await decisions([], "go wtime 10000 btime 10000 winc 100 binc 100");
    // (10,000 − 10 − 200) / (6 + 9990 / (6 · 90)) + 0.9 · (100 − 10), then 70 % and 3.5 times as much: `allocateTime`.
    expect(time).toBe("time: 480.6 ms planned, usually no new iteration after 336.4 ms, 1682.1 ms at most");
  });

  test("a fixed time, and none", async () => {
    expect((await decisions([], "go movetime 200"))[0]).toBe("time: 196.0 ms, all of it");
    rmSync(file);
    expect((await decisions([], "go ponder depth 1", "stop"))[0]).toBe("time: no limit, from the ponder hit on");
  });

  test("the passes of the mate search, and the iterations", async () => {
    const diagram = "3nn3/2p2p1k/1p1pp1p1/p2B3p/r2B2N1/4P2N/3PKPP1/6q1 w - - 0 1";
    const told = await decisions([], `position fen ${diagram}`, "go depth 2");
    expect(told.slice(1)).toEqual([
      "mate search: resource 108000, for a speed factor of 1000",
      expect.stringMatching(/^mate search: 8 plies, resource 108000, \d+ nodes: nothing$/),
      expect.stringMatching(/^mate search: 16 plies, resource 108000, \d+ nodes: nothing$/),
      expect.stringMatching(/^mate search: 24 plies, resource 108000, \d+ nodes: mate$/),
      "mate search: tries h3g5",
      expect.stringMatching(/^iteration 1: h3g5, mate 12, [\d.]+ ms$/),
      expect.stringMatching(/^iteration 2: h3g5, mate 12, [\d.]+ ms$/),
      expect.stringMatching(/^answer: h3g5, mate 12; \d+ nodes, [\d.]+ ms$/),
    ]);
  });
});

test("a second run is added to the first", () => {
  writeFileSync(file, "# before\n");
  wazaba("--log", file);
  const once = readFileSync(file, "utf8");
  expect(once).toMatch(/^# before\n# Wazaba /);
  wazaba("--log", file);
  expect(readFileSync(file, "utf8").startsWith(once)).toBe(true);
});

test("one that cannot be opened is an error at the start", () => {
  const { code, out, err } = wazaba("--log", folder);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(/^wazaba: --log: ".*": EISDIR.*\n$/);
});

test.skipIf(!existsSync("/dev/full"))("a full disk is told on standard error as well, even without a client", () => {
  const told = /^wazaba: the log cannot be written any more: ENOSPC: .*\n$/;
  for (const input of ["", "\n\nuci\n", "xboard\nprotover 2\n"]) {
    const { code, err } = wazabaReading(input, "--log", "/dev/full");
    expect(code).toBe(0);
    expect(err).toMatch(told);
  }
  // What failed before it was known which protocol it is to be told in.
  expect(wazabaReading("\n\nuci\n", "--log", "/dev/full").out).toMatch(
    /^info string the log cannot be written any more/,
  );
});

test.skipIf(!existsSync("/dev/full"))("a full disk is told once, and the game goes on", async () => {
  const engine = new Client(["--log", "/dev/full"]);
  engine.send("uci");
  await engine.until(/^uciok$/);
  engine.send("go depth 3");
  await engine.until(/^bestmove /);
  expect(await engine.quit()).toBe(0);
  const complaints = engine.lines.filter((line) => line.startsWith("info string the log cannot be written any more"));
  expect(complaints).toHaveLength(1);
});

describe("the end of the process", () => {
  test.each([
    ["quit", (engine: Client) => engine.send("quit"), 0, /^go infinite$/],
    ["SIGINT", (engine: Client) => engine.kill("SIGINT"), 130, /^SIGINT: quits$/],
    ["SIGTERM", (engine: Client) => engine.kill("SIGTERM"), 143, /^SIGTERM: quits$/],
    ["a closed input", (engine: Client) => engine.end(), 0, /^the input has ended$/],
    ["a closed output", (engine: Client) => engine.closeOutput(), 0, /^the output was closed: write EPIPE$/],
  ])("by %s during a search is orderly, and in the log", async (_what, end, code, why) => {
    const engine = new Client(["--log", file]);
    engine.send("go infinite");
    await engine.until(/^info depth 2 /);
    end(engine);
    expect(await engine.exit).toBe(code);
    const texts = logged().map(({ text }) => text);
    expect(texts.some((text) => why.test(text))).toBe(true);
    expect(texts.at(-1)).toBe(`the process ends, exit code ${code}`);
    // Who is still there to read it gets an answer.
    expect(texts.some((text) => text.startsWith("bestmove"))).toBe(!why.source.includes("output"));
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("by %s when nothing happens", async (signal, code) => {
    const engine = new Client();
    await engine.settle();
    engine.kill(signal);
    expect(await engine.exit).toBe(code);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { START_FEN } from "../../src/chess/position/fen";
import { parseInfo, parseOptionDeclaration, UciClient, type UciInfo } from "../../src/players/uci-client";
import { CLI } from "../support/clients/client";

describe("an info line", () => {
  test.each([
    [
      "info depth 9 seldepth 12 multipv 2 score cp -31 nodes 1000 nps 5 hashfull 1 tbhits 0 time 2 pv e2e4 e7e5",
      { depth: 9, multipv: 2, score: { cp: -31 }, isBound: false, nodes: 1000, pv: ["e2e4", "e7e5"] },
    ],
    [
      "info depth 3 score mate -4 upperbound nodes 7",
      { depth: 3, multipv: 1, score: { mate: -4 }, isBound: true, nodes: 7, pv: [] },
    ],
    ["info score cp 5 lowerbound", { depth: 0, multipv: 1, score: { cp: 5 }, isBound: true, nodes: 0, pv: [] }],
    ["info string score cp 5", null],
    ["info depth 5 currmove e2e4", null],
    ["info depth 5 score cp", null],
    ["info depth 5 score cp x pv e2e4", null],
    ["info pv score cp 5", null],
    ["bestmove e2e4", null],
  ])("%s", (line, info) => {
    expect(parseInfo(line)).toEqual(info);
  });
});

describe("an option's declaration", () => {
  test.each([
    ["option name Clear Hash type button", { name: "Clear Hash", type: "button", choices: [] }],
    [
      "option name Hash type spin default 16 min 1 max 2048",
      { name: "Hash", type: "spin", choices: [], range: [1, 2048] },
    ],
    ["option name Contempt type spin default 0", { name: "Contempt", type: "spin", choices: [] }],
    [
      "option name UCI_Variant type combo default chess var chess var los alamos var shatranj",
      { name: "UCI_Variant", type: "combo", choices: ["chess", "los alamos", "shatranj"] },
    ],
    ["option Hash", null],
    ["uciok", null],
  ])("%s", (line, option) => {
    expect(parseOptionDeclaration(line)).toEqual(option);
  });
});

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** An engine that introduces itself, and then does what the test says at each line. */
function fake(atLine: string, name = "Fake 1"): UciClient {
  const file = join(folder, `${fakes++}.cjs`);
  writeFileSync(
    file,
    `require("node:readline").createInterface(process.stdin).on("line", (line) => {
       const say = console.log;
       if (line === "uci") say("id name ${name}\\noption name Hash type spin default 1 min 1 max 9\\nuciok");
       if (line === "isready") say("readyok");
       ${atLine}
     });`,
  );
  return new UciClient([process.execPath, file]);
}
let fakes = 0;

describe("a client", { timeout: 30_000 }, () => {
  test("plays with a real engine", async () => {
    const engine = new UciClient([process.execPath, CLI]);
    await engine.introduce();
    expect(engine.name).toMatch(/^Wazaba /);
    expect(engine.option("uci_variant")?.choices).toContain("shatranj");
    engine.setOption("hash", "4");
    engine.setOption("Clear Hash");
    await engine.newGame();
    engine.position(START_FEN, ["f2f3", "e7e5", "g2g4"]);
    const heard: UciInfo[] = [];
    const { bestMove, info } = await engine.go("nodes 500", 20_000, (one) => heard.push(one));
    expect(bestMove).toBe("d8h4");
    expect(info).toMatchObject({ score: { mate: 1 }, pv: ["d8h4"] });
    expect(heard.at(-1)).toEqual(info);
    engine.position(START_FEN, []);
    const endless = engine.go("infinite", Number.POSITIVE_INFINITY);
    engine.stop();
    expect((await endless).bestMove).toMatch(/^[a-h]\d[a-h]\d$/);
    await engine.quit();
    await expect(engine.newGame()).rejects.toMatchObject({ code: "ended" });
  });

  test("prefers exact scores to bounds, and its best line to others", async () => {
    const engine = fake(`if (line.startsWith("go")) {
      say("info depth 1 score cp 10 upperbound");
      say("info depth 2 score cp 20 pv a2a3");
      say("info depth 3 score cp 30 lowerbound");
      say("info depth 2 multipv 2 score cp 5 pv b2b3");
      say("info time 3 nodes 17 nps 5666");
      say("info string all nodes 18 are told");
      say("bestmove a2a3 ponder a7a6");
    }`);
    await engine.introduce();
    expect(engine.name).toBe("Fake 1");
    const { bestMove, ponder, info, nodes } = await engine.go("nodes 1", 20_000);
    expect({ bestMove, ponder, score: info?.score }).toEqual({ bestMove: "a2a3", ponder: "a7a6", score: { cp: 20 } });
    expect(nodes).toBe(17);
    await engine.quit();
  });

  test("hands several searches on to an engine that queues, each with its own lines and time", async () => {
    const engine = fake(`if (line.startsWith("go")) {
      const n = line.split(" ")[2];
      if (n < 4) setTimeout(() => say("info depth 1 score cp " + n + "\\nbestmove a2a" + n), 60 * n);
    }`);
    await engine.introduce();
    expect(engine.queues).toBe(false);
    // The last one is answered after 180 milliseconds, but 60 after the one before.
    const searches = [1, 2, 3, 4].map((n) => engine.go(`nodes ${n}`, 150));
    for (const search of searches) search.catch(() => {});
    const answers = await Promise.all(searches.slice(0, 3));
    expect(answers.map(({ bestMove, info }) => [bestMove, info?.score])).toEqual([
      ["a2a1", { cp: 1 }],
      ["a2a2", { cp: 2 }],
      ["a2a3", { cp: 3 }],
    ]);
    await expect(searches[3]).rejects.toThrow(/ has not answered "go nodes 4" within 0\.15 s$/);
    await engine.quit();
  });

  test("tells all who wait that the engine has gone", async () => {
    const engine = fake(
      `if (line === "go nodes 2") process.exit(3); else if (line.startsWith("go")) say("bestmove a2a3");`,
    );
    await engine.introduce();
    const searches = [1, 2, 3].map((n) => engine.go(`nodes ${n}`, 20_000));
    const outcomes = await Promise.allSettled(searches);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
    for (const search of searches.slice(1)) await expect(search).rejects.toThrow(/ has ended with exit code 3$/);
    await engine.quit();
  });

  test.each([
    ["Stockfish 15.1", true],
    ["Fairy-Stockfish 11.1 LB 64", true],
    ["Wazaba 0.1.0", true],
    ["Stockfisher", false],
    ["Crafty", false],
  ])("knows whether %s queues", async (name, queues) => {
    const engine = fake("", name);
    await engine.introduce();
    expect(engine.queues).toBe(queues);
    await engine.quit();
  });

  test("refuses options and values that there are not", async () => {
    const engine = new UciClient([process.execPath, CLI]);
    await engine.introduce();
    expect(() => engine.setOption("Haste", "1")).toThrow(/ has no option "Haste"$/);
    expect(() => engine.setOption("UCI_Variant", "go")).toThrow(/ does not offer "go" for UCI_Variant$/);
    expect(() => engine.setOption("Hash", "0")).toThrow(/ takes 1 to \d+ for Hash, not "0"$/);
    expect(() => engine.setOption("Hash")).toThrow(/ for Hash, not ""$/);
    expect(() => engine.setOption("Ponder", "1")).toThrow(/ takes true or false for Ponder, not "1"$/);
    await engine.quit();
  });

  test("hears of a program that there is not", async () => {
    const engine = new UciClient([join(folder, "none")]);
    await expect(engine.introduce()).rejects.toMatchObject({ code: "start" });
    await expect(engine.introduce()).rejects.toThrow(/ cannot be started: ENOENT$/);
    await engine.quit();
  });

  test("hears of a path that goes through a file", async () => {
    const start = async () => new UciClient([join(CLI, "none")]).introduce();
    await expect(start()).rejects.toMatchObject({ code: "start" });
  });

  test("hears of a crash, with the engine's last words", async () => {
    const engine = fake(`if (line.startsWith("go")) { console.error("out of luck"); process.exit(3); }`);
    await engine.introduce();
    const failure = engine.go("nodes 1", 20_000);
    await expect(failure).rejects.toThrow(/ has ended with exit code 3: "out of luck"$/);
    await expect(engine.newGame()).rejects.toMatchObject({ code: "ended" });
    await engine.quit();
  });

  test("gives up an engine that says nothing, even one that will not go", async () => {
    const engine = fake(`process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);`);
    await engine.introduce();
    const failure = engine.go("nodes 1", 50);
    await expect(failure).rejects.toMatchObject({ code: "silent" });
    await expect(failure).rejects.toThrow(/ has not answered "go nodes 1" within 0\.05 s$/);
    await engine.quit();
  });

  test("gives up an engine that ignores its limit, in seconds", async () => {
    const reports = [
      ["nodes 1000", "info time 90 nodes 90000 nps 1000000", "nodes 90000"],
      ["depth 5", "info depth 9 seldepth 12 score cp 20 nodes 90 pv a2a3", "depth 9"],
      ["movetime 100", "info currmove a2a3 time 700", "time 700"],
    ];
    // At the same time, since each takes seconds.
    const failures = reports.map(async ([limits, report]) => {
      const engine = fake(`if (line.startsWith("go")) say("info depth 1 score cp 1 nodes 20\\n${report}");`);
      await engine.introduce();
      const failure = await engine.go(limits, 25_000).catch((error) => error);
      await expect(engine.newGame()).rejects.toBe(failure);
      await engine.quit();
      return failure;
    });
    for (const [at, { code, message }] of (await Promise.all(failures)).entries()) {
      const [limits, , what] = reports[at];
      expect({ code, message }).toMatchObject({ code: "limit", message: expect.stringContaining(process.execPath) });
      expect(message).toContain(` ignores the limit of "go ${limits}": it is at ${what}`);
    }
  });

  test("is patient with one that is near its limit, or stops soon after it", async () => {
    const reports = [
      ["nodes 1000", "info depth 4 seldepth 90000 nodes 3900 score cp 90000 nps 900000", 4500],
      ["depth 5", "info depth 7 seldepth 40 nodes 90", 4500],
      ["nodes 1000", "info string nodes 90000", 4500],
      ["nodes 1000", "info nodes 90000", 300],
    ];
    const answers = reports.map(async ([limits, report, ms]) => {
      const answer = `setTimeout(() => say("bestmove a2a3"), ${ms});`;
      const engine = fake(`if (line.startsWith("go")) { say("${report}"); ${answer} }`);
      await engine.introduce();
      const { bestMove } = await engine.go(String(limits), 25_000);
      await engine.quit();
      return bestMove;
    });
    expect(await Promise.all(answers)).toEqual(reports.map(() => "a2a3"));
  });

  test("quits in the midst of a search", async () => {
    const engine = new UciClient([process.execPath, CLI]);
    await engine.introduce();
    const endless = engine.go("infinite", Number.POSITIVE_INFINITY);
    const failure = expect(endless).rejects.toMatchObject({ code: "ended" });
    await engine.quit();
    await failure;
  });
});

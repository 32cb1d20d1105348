/** Threads in UCI: how they are set, what is told of all of them together, and of those that are lost. */

import { availableParallelism } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Client, MORE_THREADS } from "../support/clients/client";
import { LocalClient } from "../support/clients/local-client";
import { endThreads, NODES_OF_A_HELPER, setMemoryForHelpers, TEAM_WORKER } from "../support/threads/team";

/** The nodes that lines tell of. */
const nodesOf = (lines: readonly string[]) => lines.flatMap((line) => / nodes (\d+)/.exec(line)?.[1] ?? []).map(Number);

describe("of an engine in this process", () => {
  let client: LocalClient;

  beforeEach(() => {
    setMemoryForHelpers(true);
    client = new LocalClient(TEAM_WORKER, { Hash: 1 });
    client.send("setoption name MateSearch value false");
  });

  afterEach(() => client.quit());

  test.each([1, 2, 3])("the nodes of %i are told together", async (threads) => {
    client.send(`setoption name Threads value ${threads}`, "go depth 6");
    const told = nodesOf(await client.until(/^bestmove /));
    expect(told.length).toBeGreaterThanOrEqual(6);
    for (const nodes of told) expect(Math.floor(nodes / NODES_OF_A_HELPER)).toBe(threads - 1);
    expect(told).toEqual([...told].sort((a, b) => a - b));
  });

  test("nodes are a limit for all together", async () => {
    client.send("setoption name Threads value 2", `go nodes ${NODES_OF_A_HELPER}`);
    // The helper seems to have searched them all at once.
    expect(nodesOf(await client.until(/^bestmove [a-h]/)).at(-1)).toBeLessThan(NODES_OF_A_HELPER + 1_000_000);
  });

  test("those that cannot be had are named, and the former number stays", async () => {
    await client.settle();
    setMemoryForHelpers(false);
    client.send("setoption name Threads value 2");
    expect(await client.settle()).toEqual(["info string not enough memory for another thread"]);
    client.send("ucinewgame", "go depth 4");
    expect((await client.until(/^bestmove [a-h]/)).filter((line) => line.startsWith("info string"))).toEqual([]);
  });

  test("one that dies in a search is told once, and replaced by ucinewgame", async () => {
    client.send("setoption name Threads value 2", "go infinite");
    await client.until(/^info depth 3 /);
    await endThreads("helpers", () => client.lines.some((line) => /threads left: 1 of 2$/.test(line)));
    client.send("stop");
    await client.until(/^bestmove [a-h]/);
    client.send("ucinewgame", "go depth 6");
    const lines = await client.until(/^bestmove [a-h]/);
    expect(Math.min(...nodesOf(lines))).toBeGreaterThan(NODES_OF_A_HELPER);
    expect(client.lines.filter((line) => line.startsWith("info string"))).toEqual([
      "info string a helper thread is lost: the search worker has ended; threads left: 1 of 2",
    ]);
  });
});

describe("of a process", () => {
  let engine: Client;

  afterEach(async () => {
    expect(await engine.quit()).toBe(0);
  });

  test("set before anything else, and changed between searches", async () => {
    engine = new Client();
    for (const threads of [2, 4, 1, 3]) {
      engine.send(`setoption name threads value ${threads}`, "go nodes 20000");
      const { before } = await engine.until(/^bestmove [a-h]/);
      const told = nodesOf(before.filter((line) => line.startsWith("info depth")));
      expect(told).toEqual([...told].sort((a, b) => a - b));
      const notices = before.filter((line) => line.startsWith("info string Threads") && !MORE_THREADS.test(line));
      expect(notices).toEqual([]);
    }
  });

  test.each([
    ["--core", "ts", "--threads", "4"],
    ["xboard", "--core", "ts", "--threads", "4"],
  ])("there is one on the twin, which is said: %s %s %s %s", async (...args) => {
    engine = new Client(args);
    if (args[0] === "xboard") engine.send("accepted debug", "new", "ping 1");
    else engine.send("isready");
    const { before } = await engine.until(/^(readyok|pong 1)$/);
    expect(before).toEqual([
      expect.stringMatching(/^(info string|#) Threads: one thread searches: the TypeScript twin has no others$/),
    ]);
  });

  test("a number above that of the processors is accepted, with a notice", async () => {
    engine = new Client();
    engine.send("setoption name Threads value 64", "go nodes 1000");
    const { before } = await engine.until(/^bestmove [a-h]/);
    const notices = before.filter((line) => line.startsWith("info string Threads"));
    // A machine with 64 processors has nothing to say.
    expect(notices).toHaveLength(availableParallelism() < 64 ? 1 : 0);
    for (const notice of notices)
      expect(notice).toMatch(/^info string Threads: 64 requested, but this machine runs \d+/);
  });

  test("bench says that its nodes are no signature", async () => {
    engine = new Client(["--threads", "2"]);
    engine.send("bench 2");
    const { before } = await engine.until(/^bench: /);
    expect(before[0]).toBe("info string bench: with more than one thread the nodes differ from run to run");
    engine.send("setoption name Threads value 1", "bench 2");
    expect((await engine.until(/^bench: /)).before).toHaveLength(1);
  });
});

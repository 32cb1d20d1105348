import { BroadcastChannel } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CORE_NAMES } from "../../src/engine/core/core";
import { CHANNEL, DIES, HASH_DIES, MortalClient, NO_MEMORY, said, TRAPS } from "../support/threads/mortal";

const FEN = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";

/** Ends the idle workers of this process. */
async function killWorkers(): Promise<void> {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage("end");
  await new Promise((resolve) => setTimeout(resolve, 100));
  channel.close();
}

describe.each(CORE_NAMES)("on the %s core", (Core) => {
  let client: MortalClient;

  beforeEach(async () => {
    client = new MortalClient({ Core });
    client.send("setoption name MateSearch value false", `position fen ${FEN}`);
    expect(await client.settle()).toEqual([]);
  });

  afterEach(() => client.quit());

  /** It plays on from the same position, with the tree that a new engine searches. */
  async function expectToPlayOn(): Promise<string[]> {
    const news = said(await client.settle());
    client.send("d");
    expect((await client.until(/^Fen: /)).at(-1)).toBe(`Fen: ${FEN}`);
    client.send("go depth 5");
    const iterations = (await client.until(/^bestmove /)).filter((line) => line.startsWith("info depth "));
    const fresh = new MortalClient({ Core });
    fresh.send("setoption name MateSearch value false", `position fen ${FEN}`, "go depth 5");
    const nodes = (line: string | undefined) => /^info depth 5 .* nodes (\d+)/.exec(line ?? "")?.[1];
    const expected = (await fresh.until(/^bestmove /)).filter((line) => line.startsWith("info depth ")).at(-1);
    expect(nodes(iterations.at(-1))).toBe(nodes(expected));
    await fresh.quit();
    return news;
  }

  test.each([
    ["a core that traps", TRAPS, /^the search failed: unreachable; a new core takes its place$/, []],
    [
      "a worker that dies",
      DIES,
      /^the search worker has ended$/,
      ["the search worker has ended; a new one takes its place"],
    ],
  ])("%s in a search is told and replaced; the answer is the best move so far", async (_what, nodes, reason, news) => {
    client.send(`go nodes ${nodes}`);
    const lines = await client.until(/^bestmove /);
    expect(said(lines)).toEqual([expect.stringMatching(reason)]);
    const iterations = lines.filter((line) => line.startsWith("info depth "));
    expect(lines.at(-1)).toBe(`bestmove ${/ pv (\S+)/.exec(iterations.at(-1) ?? "")?.[1]}`);
    expect(await expectToPlayOn()).toEqual(news);
  });

  test("a worker that dies in an infinite search is answered for after stop only", async () => {
    client.send(`go infinite nodes ${DIES}`);
    await client.until(/^info string the search worker has ended$/);
    expect(await client.settle()).toEqual([]);
    client.send("stop");
    expect(await client.until(/^bestmove /)).toHaveLength(1);
  });

  test.each([
    ["a core that traps", TRAPS, /^the search failed: unreachable; a new core takes its place$/],
    ["a worker that dies", DIES, /^the search worker has ended$/],
  ])("%s while leaves are counted is told and replaced", async (_what, depth, reason) => {
    client.send(`go perft ${depth}`);
    await client.until(/^info string/);
    expect(said(client.lines)[0]).toMatch(reason);
    await expectToPlayOn();
  });

  test("a worker that dies while nothing happens is replaced when it is needed", async () => {
    await killWorkers();
    expect(await expectToPlayOn()).toEqual(["the search worker has ended; a new one takes its place"]);
  });

  test("a worker that dies of a new table is replaced with the old one", async () => {
    client.send("setoption name Hash value 8", `setoption name Hash value ${HASH_DIES}`);
    expect(await expectToPlayOn()).toEqual([
      "the search worker has ended",
      "the search worker has ended; a new one takes its place",
    ]);
  });

  test("without memory for a new table the old one stays", async () => {
    client.send("go depth 5", `setoption name Hash value ${NO_MEMORY}`);
    await client.until(/^bestmove /);
    expect(said(await client.settle())).toEqual([`not enough memory for ${NO_MEMORY} MB of hash`]);
    client.send("go depth 6");
    expect(said(await client.until(/^bestmove /))).toEqual([]);
  });
});

test("an engine that cannot be started is told, each time it is tried", async () => {
  const client = new MortalClient({ Hash: HASH_DIES });
  client.send("go depth 3");
  expect(await client.until(/^bestmove [a-h]/)).toHaveLength(2);
  client.send("isready");
  await client.until(/^info string the search worker has ended$/);
  await client.quit();
});

test("a table beyond all bounds is as large as one can be", async () => {
  const client = new MortalClient();
  client.send(`setoption name Hash value ${NO_MEMORY}000`);
  expect(said(await client.settle())).toEqual(["Hash: 64000 MB is more than the maximum; using 4095 MB"]);
  await client.quit();
});

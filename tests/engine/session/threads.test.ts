/** Threads of a session: what is set, what can be had, what is lost, and what the client hears of it. */

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Session, type SessionSettings } from "../../../src/engine/session/session";
import { textOf } from "../../../src/message";
import { endThreads, setMemoryForHelpers, TEAM_WORKER } from "../../support/threads/team";

let session: Session;
/** What the client has been told. */
let told: string[];

function begin(options: SessionSettings["options"] = {}, sharesMemory = true, processors = 64): void {
  const worker = { worker: TEAM_WORKER, sharesMemory };
  session = new Session({ options: { Hash: 1, ...options }, worker, processors }, (notice) =>
    told.push(textOf(notice)),
  );
}

beforeEach(() => {
  told = [];
  setMemoryForHelpers(true);
});

afterEach(() => session.dispose());

/** Searches, and gives the depth. */
async function searched(): Promise<number> {
  const { result } = await session.search({ limits: { depth: 4 }, time: {}, start: performance.now(), ponder: false });
  return (await result).depth;
}

const TWIN = "Threads: one thread searches: the TypeScript twin has no others";
const PAGE = "Threads: one thread searches: threads share no memory here";
const NO_MEMORY = "not enough memory for another thread";

describe("as many threads search as the options say", () => {
  test("when they are set before the engine is up, or after", async () => {
    begin({ Threads: 2 });
    await session.setOption("threads", "3");
    expect([session.threads, session.options.Threads]).toEqual([3, 3]);
    await session.setOption("Threads", "1");
    expect([session.threads, session.options.Threads]).toEqual([1, 1]);
    expect(await searched()).toBe(4);
    expect(told).toEqual([]);
  });

  test("also more than there are processors, which is said before they start, and once", async () => {
    const notice =
      "Threads: 3 requested, but this machine runs 2 at a time; more only take memory and slow each other down";
    begin({ Threads: 2 }, true, 2);
    await session.ready();
    expect(told).toEqual([]);
    const setting = session.setOption("Threads", "3");
    await expect.poll(() => told).toEqual([notice]);
    await setting;
    expect(session.threads).toBe(3);
    await session.newGame();
    await session.setOption("Threads", "1");
    expect(told).toEqual([notice]);
  });

  test("but where there can be only one, that alone is said", async () => {
    begin({ Threads: 3, Core: "ts" }, true, 2);
    await session.ready();
    expect(told).toEqual([TWIN]);
  });

  test("from the start, in a new game, with another hash size and in another game", async () => {
    begin({ Threads: 2 });
    await session.ready();
    expect(session.threads).toBe(2);
    await session.newGame();
    await session.setOption("Hash", "2");
    await session.setOption("UCI_Variant", "nightrider");
    expect(await searched()).toBe(4);
    expect([session.threads, told]).toEqual([2, []]);
  });

  test.each(["0", "65", "two", "1.5", ""])("not %j, which is refused", async (text) => {
    begin({ Threads: 2 });
    await expect(session.setOption("Threads", text)).rejects.toMatchObject({
      code: "option",
      message: `Threads: "${text}" is not a whole number from 1 to 64`,
    });
    await session.ready();
    expect([session.threads, session.options.Threads]).toEqual([2, 2]);
  });
});

describe("where there can be one only, that is said once", () => {
  test("on the twin; WebAssembly then has those that were set", async () => {
    begin({ Core: "ts" });
    await session.setOption("Threads", "2");
    await session.setOption("Threads", "3");
    await session.newGame();
    expect(await searched()).toBe(4);
    expect([session.threads, session.options.Threads, told]).toEqual([1, 3, [TWIN]]);
    await session.setOption("Core", "wasm");
    expect([session.threads, told]).toEqual([3, [TWIN]]);
    await session.setOption("Core", "ts");
    expect([session.threads, told]).toEqual([1, [TWIN]]);
  });

  test("where threads share no memory", async () => {
    begin({ Threads: 2 }, false);
    await session.setOption("Threads", "4");
    await session.newGame();
    expect(await searched()).toBe(4);
    expect([session.threads, session.options.Threads, told]).toEqual([1, 4, [PAGE]]);
  });

  test("and not at all if one is enough", async () => {
    begin({ Core: "ts" });
    await session.setOption("Threads", "1");
    await session.newGame();
    expect(told).toEqual([]);
  });
});

describe("threads for which there is no memory", () => {
  test("are refused, and the number from before stays", async () => {
    begin({ Threads: 2 });
    await session.ready();
    setMemoryForHelpers(false);
    await expect(session.setOption("Threads", "4")).rejects.toMatchObject({ code: "memory", message: NO_MEMORY });
    expect([session.threads, session.options.Threads]).toEqual([2, 2]);
    expect(await searched()).toBe(4);
    expect(told).toEqual([]);
  });

  test("do not keep an engine from starting, and are tried again in a new game", async () => {
    setMemoryForHelpers(false);
    begin({ Threads: 3 });
    expect(await searched()).toBe(4);
    await session.newGame();
    expect([session.threads, told]).toEqual([1, [`Threads: 1 of 3 search: ${NO_MEMORY}`]]);
    setMemoryForHelpers(true);
    await session.newGame();
    expect(session.threads).toBe(3);
  });

  test("do not keep the core from being changed", async () => {
    begin({ Core: "ts", Threads: 2 });
    await session.ready();
    setMemoryForHelpers(false);
    await session.setOption("Core", "wasm");
    expect(told).toEqual([TWIN, `Threads: 1 of 2 search: ${NO_MEMORY}`]);
    const engine = await session.ready();
    expect([session.options.Core, engine.core]).toEqual(["wasm", "wasm"]);
  });
});

describe("a thread that dies", () => {
  test("is told, the others go on, and a new game has another one", async () => {
    begin({ Threads: 2 });
    await session.ready();
    await endThreads("helpers", () => session.threads === 1);
    expect(await searched()).toBe(4);
    expect(told).toEqual(["a helper thread is lost: the search worker has ended; threads left: 1 of 2"]);
    await session.newGame();
    expect(session.threads).toBe(2);
    expect(await searched()).toBe(4);
    expect(told).toHaveLength(1);
  });

  test("in a search leaves the search to the others", async () => {
    begin({ Threads: 3 });
    await session.ready();
    const running = await session.search({ limits: {}, time: {}, start: performance.now(), ponder: false });
    await endThreads("helpers", () => session.threads === 1);
    running.stop();
    const { move } = await running.result;
    expect(session.game.isLegal(move)).toBe(true);
    expect(told).toEqual(
      [2, 1].map((n) => `a helper thread is lost: the search worker has ended; threads left: ${n} of 3`),
    );
  });

  test("if it is the search worker itself, the new one has helpers again", async () => {
    begin({ Threads: 2 });
    const engine = await session.ready();
    await endThreads("all", () => engine.failure !== null);
    await session.ready();
    expect(session.threads).toBe(2);
    expect(told.at(-1)).toBe("the search worker has ended; a new one takes its place");
  });
});

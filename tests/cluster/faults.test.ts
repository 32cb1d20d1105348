/**
 * Faults of a cluster, each one real: processes are killed and frozen, Redis dies, is away, forgets. Nothing is lost, nothing counts
 * twice: the file of training games is the same, byte for byte, as that of one process that nothing has happened to.
 */

import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wazaba } from "../support/clients/wazaba";
import { Command, LOCK_MS, startWorker, submit, Watcher } from "../support/cluster/cluster";
import { RedisServer } from "../support/cluster/redis";

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Jobs of some tenths of a second. */
const GAMES = ["datagen", "--games", "8", "--nodes", "1500", "--seed", "7"];
let expected: string;
let files = 0;
const newFile = () => join(folder, `${files++}.txt`);

beforeAll(() => {
  const file = newFile();
  expect(wazaba(...GAMES, "--out", file).code).toBe(0);
  expected = readFileSync(file, "utf8");
}, 60_000);

/** Waits for the end of a run, which must have come to what it would have come to alone. */
async function expectWhole(command: Command, file: string): Promise<void> {
  expect({ code: await command.exit, file: readFileSync(file, "utf8") }).toEqual({ code: 0, file: expected });
}

describe("a cluster", { timeout: 90_000 }, () => {
  test("goes on when a worker is killed in the middle of a job", async () => {
    await using redis = await RedisServer.start();
    await using watcher = await Watcher.of(redis);
    await using victim = await startWorker(redis);
    const file = newFile();
    await using run = submit(redis, [...GAMES, "--out", file]);
    await watcher.until(({ active }) => active > 0);
    victim.kill("SIGKILL");
    await victim.exit;
    await using _heir = await startWorker(redis);
    await expectWhole(run, file);
    const { queues } = await watcher.until(({ active, waiting, completed }) => active + waiting + completed === 0);
    expect(queues).toHaveLength(1);
  });

  test("waits when all workers are gone, says so, and goes on when there are some again", async () => {
    await using redis = await RedisServer.start();
    const workers = await Promise.all([startWorker(redis), startWorker(redis)]);
    const file = newFile();
    await using watcher = await Watcher.of(redis);
    await using run = submit(redis, [...GAMES, "--out", file]);
    await watcher.until(({ done, active }) => done > 0 && active > 0);
    for (const worker of workers) worker.kill("SIGKILL");
    await run.says(/^wazaba: waiting for a worker of Wazaba \S+$/m);
    await using _back = await startWorker(redis);
    await expectWhole(run, file);
  });

  test("gives the jobs of a frozen worker to others, and leaves its late results out", async () => {
    await using redis = await RedisServer.start();
    await using watcher = await Watcher.of(redis);
    await using frozen = await startWorker(redis);
    const file = newFile();
    await using run = submit(redis, [...GAMES, "--out", file]);
    await watcher.until(({ active }) => active > 0);
    frozen.kill("SIGSTOP");
    const thawed = new Promise((resolve) => setTimeout(resolve, 2 * LOCK_MS)).then(() => frozen.kill("SIGCONT"));
    await using _other = await startWorker(redis);
    await Promise.all([thawed, expectWhole(run, file)]);
    expect(frozen.err).toBe("");
  });

  test("has its jobs given back by a worker that is told to end", async () => {
    await using redis = await RedisServer.start();
    await using watcher = await Watcher.of(redis);
    await using leaving = await startWorker(redis);
    const file = newFile();
    await using run = submit(redis, [...GAMES, "--out", file]);
    await watcher.until(({ active }) => active > 0);
    leaving.kill("SIGTERM");
    expect(await leaving.exit).toBe(0);
    expect(leaving.out).toMatch(/^\d+ jobs done, 0 failed, 0 refused$/m);
    // At once, without waiting for any lock.
    await watcher.until(({ active, waiting }) => active === 0 && waiting > 0);
    await using _heir = await startWorker(redis);
    await expectWhole(run, file);
  });

  test("outlives a Redis that is restarted (AOF)", async () => {
    await using redis = await RedisServer.start("--appendonly", "yes", "--appendfsync", "always");
    await using _worker = await startWorker(redis);
    const file = newFile();
    await using run = submit(redis, [...GAMES, "--out", file]);
    const watcher = await Watcher.of(redis);
    await watcher.until(({ done, active }) => done > 0 && active > 0);
    await watcher[Symbol.asyncDispose]();
    await redis.stop("SIGKILL");
    await redis.start();
    await expectWhole(run, file);
  });

  test("outlives a Redis that is away, and says so on both sides", async () => {
    await using redis = await RedisServer.start("--appendonly", "yes", "--appendfsync", "always");
    await using worker = await startWorker(redis);
    const file = newFile();
    await using run = submit(redis, [...GAMES, "--out", file]);
    const watcher = await Watcher.of(redis);
    await watcher.until(({ active }) => active > 0);
    await watcher[Symbol.asyncDispose]();
    await redis.stop("SIGTERM");
    const label = `redis://127.0.0.1:${redis.port}`;
    for (const one of [run, worker]) await one.says(new RegExp(`^wazaba: ${label}: connect ECONNREFUSED`, "m"));
    await redis.start();
    for (const one of [run, worker]) await one.says(new RegExp(`^wazaba: ${label}: Redis is back$`, "m"));
    await expectWhole(run, file);
  });

  test.each([
    ["dead", async (redis: RedisServer) => redis.stop("SIGKILL"), async (redis: RedisServer) => redis.start()],
    [
      "frozen",
      async (redis: RedisServer) => redis.kill("SIGSTOP"),
      async (redis: RedisServer) => redis.kill("SIGCONT"),
    ],
  ])("outlives ten seconds with a %s Redis: nothing is lost, and nothing counted twice", async (_, take, give) => {
    await using redis = await RedisServer.start("--appendonly", "yes", "--appendfsync", "always");
    await using _worker = await startWorker(redis);
    const file = newFile();
    await using run = submit(redis, [...GAMES, "--out", file]);
    const watcher = await Watcher.of(redis);
    await watcher.until(({ done, active }) => done > 0 && active > 0);
    await watcher[Symbol.asyncDispose]();
    await take(redis);
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    await give(redis);
    await expectWhole(run, file);
    await using after = await Watcher.of(redis);
    await after.until(({ done, failed }) => done === 8 && failed === 0);
  });

  test("gives its jobs again when the queue is flushed", async () => {
    await using redis = await RedisServer.start();
    await using watcher = await Watcher.of(redis);
    const file = newFile();
    await using run = submit(redis, [...GAMES, "--out", file]);
    await watcher.until(({ waiting }) => waiting > 0);
    await redis.stop("SIGKILL");
    await redis.start();
    await using _worker = await startWorker(redis);
    await expectWhole(run, file);
  });

  test("goes on with a run whose submitter was killed, and does nothing of it twice", async () => {
    await using redis = await RedisServer.start();
    await using watcher = await Watcher.of(redis);
    await using _worker = await startWorker(redis);
    const file = newFile();
    await using killed = submit(redis, [...GAMES, "--out", file, "--jobs", "4"]);
    await watcher.until(({ done, active }) => done > 0 && active > 0);
    killed.kill("SIGKILL");
    await killed.exit;
    // What it has given is done without it.
    await watcher.until(({ active, waiting }) => active + waiting === 0);
    await using again = submit(redis, [...GAMES, "--out", file]);
    await expectWhole(again, file);
    await watcher.until(({ done }) => done === 8);
  });

  test("serves two submitters at once", async () => {
    await using redis = await RedisServer.start();
    await using _worker = await startWorker(redis, ["--jobs", "2"]);
    const names = [newFile(), newFile()];
    await using one = submit(redis, [...GAMES, "--out", names[0]]);
    await using other = submit(redis, [...GAMES, "--out", names[1]]);
    await Promise.all([expectWhole(one, names[0]), expectWhole(other, names[1])]);
  });

  test("sets a job aside that fails three times, and names it", async () => {
    await using redis = await RedisServer.start();
    await using watcher = await Watcher.of(redis);
    await using worker = await startWorker(redis, ["--engine", "broken=node -e 0"]);
    // It serves the queue before the run begins, which then has nothing to say of missing workers, however slow the machine is.
    const { workers } = await watcher.until((_, status) => status.workers.length === 1);
    const queue = `${workers[0].queues[0]}+broken`;
    await watcher.cluster.announce(queue);
    await watcher.until((_, status) => status.workers.some(({ queues }) => queues.includes(queue)));
    await using run = submit(redis, ["match", "--b", "broken", "--nodes", "50", "--jobs", "1"]);
    expect(await run.exit).toBe(1);
    expect(run.err).toMatch(
      /^wazaba: job 0 \([0-9a-f]{16}-0-[0-9a-f]{8}\) failed 3 times and was set aside: ".*" .*\n$/,
    );
    expect(worker.err.match(/failed: /g)).toHaveLength(3);
    await watcher.until(({ failed }) => failed === 1);
  });

  test("sets a job aside that loses its worker six times, and names it", { timeout: 240_000 }, async () => {
    await using redis = await RedisServer.start();
    await using run = submit(redis, ["match", "--b", "killer", "--nodes", "50", "--pairs", "1", "--jobs", "1"]);
    const isOver = run.exit.then(() => true);
    const args = ["--jobs", "1", "--no-search", "--engine", `killer=node -e "process.kill(process.ppid, 'SIGKILL')"`];
    let deaths = 0;
    for (;;) {
      await using worker = new Command(["worker", "--cluster", redis.url, ...args]);
      if (await Promise.race([isOver, worker.exit.then(() => false)])) break;
      deaths++;
    }
    expect({ deaths, code: await run.exit }).toEqual({ deaths: 6, code: 1 });
    const named = /^wazaba: job 0 \([0-9a-f]{16}-0-[0-9a-f]{8}\) failed.* and was set aside: .*stalled more than/m;
    expect(run.err).toMatch(named);
  });

  test("leaves its jobs to workers of its own build, and both sides say so", async () => {
    await using redis = await RedisServer.start();
    const other = join(folder, "other");
    cpSync("dist", join(other, "dist"), { recursive: true });
    symlinkSync(resolve("node_modules"), join(other, "node_modules"));
    appendFileSync(join(other, "dist/cli.cjs"), "// Another build.\n");
    await using stranger = await startWorker(redis, [], { cli: join(other, "dist/cli.cjs") });
    const file = newFile();
    await using run = submit(redis, [...GAMES, "--out", file]);
    await run.says(/; connected: \S+:\d+ \(0\.\d+\.\d+-[0-9a-f]{12}\)$/m);
    await stranger.says(/^wazaba: leaving jobs to other workers: they need Wazaba \S+, but this is \S+$/m);
    await using _worker = await startWorker(redis);
    await expectWhole(run, file);
    expect(stranger.out).not.toContain("done");
  });

  test("keeps what came before an interrupt, and goes on from there", async () => {
    await using redis = await RedisServer.start();
    await using _worker = await startWorker(redis);
    await using watcher = await Watcher.of(redis);
    const file = newFile();
    await using run = submit(redis, [...GAMES, "--out", file]);
    await watcher.until(({ done, active }) => done > 1 && active > 0);
    run.kill("SIGINT");
    expect(await run.exit).toBe(130);
    const begun = readFileSync(file, "utf8");
    expect(expected.startsWith(begun)).toBe(true);
    await using again = submit(redis, [...GAMES, "--out", file]);
    await expectWhole(again, file);
  });
});

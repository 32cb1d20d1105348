/** Strangers: jobs that somebody has put into the queue by hand, and a Redis that is not as it must be. Workers live on; messages are clear, and hold no password. */

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { buildOf } from "../../src/cluster/build";
import { wazaba } from "../support/clients/wazaba";
import { Command, startWorker, submit, Watcher } from "../support/cluster/cluster";
import { PASSWORD, RedisServer } from "../support/cluster/redis";
import { engineJob, strangeJobs } from "../support/cluster/strange-jobs";
import { freePort } from "../support/port";
import { faultsOf } from "../support/schema";

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
afterAll(() => rmSync(folder, { recursive: true }));

const BUILD = buildOf(new URL("../../dist/", import.meta.url));
describe("a worker", { timeout: 90_000 }, () => {
  test("refuses bad jobs, says why, counts them, and lives on", async () => {
    await using redis = await RedisServer.start();
    await using watcher = await Watcher.of(redis);
    await using worker = await startWorker(redis, ["--engine", `known=node -e 0`]);
    const queue = watcher.cluster.queue(BUILD);
    const strange = strangeJobs(BUILD);
    for (const [index, [, data]] of strange.entries()) {
      // Tries without end are a stranger's wish, too.
      await queue.add("strange", data, { jobId: `s${index}`, attempts: 1e6 });
    }
    await watcher.until(({ failed }) => failed === strange.length);
    for (const [index, [what, , reason]] of strange.entries()) {
      const job = await watcher.cluster.job(queue, `s${index}`);
      expect([what, job?.failedReason?.replace(/^refused: /, "")]).toEqual([what, expect.stringMatching(reason)]);
    }
    const run = submit(redis, ["perft", "3"]);
    expect([await run.exit, run.out]).toEqual([0, expect.stringMatching(/^8902 nodes/)]);
    worker.kill("SIGTERM");
    expect(await worker.exit).toBe(0);
    // On a machine that stands still a job may come twice, and is refused twice.
    const [, refused] = /^20 jobs done, 0 failed, (\d+) refused$/m.exec(worker.out) ?? [];
    expect(Number(refused)).toBeGreaterThanOrEqual(strange.length);
    expect(Number(refused)).toBeLessThan(2 * strange.length);
    expect(Math.max(...worker.err.split("\n").map(({ length }) => length))).toBeLessThan(300);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("sets a stranger's job aside after three tries, however many it asks for", async () => {
    await using redis = await RedisServer.start();
    await using watcher = await Watcher.of(redis);
    await using worker = await startWorker(redis, ["--engine", `known=node -e 0`]);
    const name = `${BUILD}+known`;
    await watcher.cluster.announce(name);
    await watcher.cluster.queue(name).add("strange", engineJob(BUILD, "known"), { jobId: "s", attempts: 1e6 });
    await watcher.until(({ failed }) => failed === 1);
    expect(worker.err.match(/^wazaba: job "s" failed: /gm)).toHaveLength(3);
  });
});

const SUBMIT = ["perft", "3"];

describe("a Redis", { timeout: 60_000 }, () => {
  test("that is not there", async () => {
    const port = await freePort();
    for (const command of [SUBMIT, ["cluster"]]) {
      const { code, out, err } = wazaba(
        ...command,
        "--cluster",
        `redis://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
      );
      expect({ code, out }).toEqual({ code: 1, out: "" });
      expect(err).toBe(`wazaba: redis://127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port}\n`);
    }
  });

  test("with another password: nobody says which one was tried, and nobody sees the right one", async () => {
    await using redis = await RedisServer.start();
    const label = `redis://127.0.0.1:${redis.port}`;
    for (const command of [SUBMIT, ["cluster", "--json"], ["worker"]]) {
      const wrong = wazaba(...command, "--cluster", `redis://:wrong-word@127.0.0.1:${redis.port}`);
      expect(wrong).toEqual({ code: 1, out: "", err: `wazaba: ${label}: Redis rejected this user and password\n` });
      const none = wazaba(...command, "--cluster", label);
      expect(none).toEqual({ code: 1, out: "", err: expect.stringMatching(/Redis requires a password/) });
    }
    await using worker = await startWorker(redis);
    const run = submit(redis, SUBMIT);
    await run.exit;
    const status = wazaba("cluster", "--json", "--cluster", redis.url);
    const title = readFileSync(`/proc/${worker.pid}/cmdline`, "utf8");
    const listed = spawnSync("ps", ["-o", "args=", "-p", String(worker.pid)], { encoding: "utf8" }).stdout;
    await redis.stop();
    await worker.says(/ECONNREFUSED/);
    const told = [worker.out, worker.err, run.out, run.err, status.out, status.err, title, listed].join("\n");
    for (const form of [PASSWORD, encodeURIComponent(PASSWORD)]) expect(told).not.toContain(form);
    expect(faultsOf("cluster", JSON.parse(status.out))).toBeNull();
    expect(JSON.parse(status.out)).toMatchObject({ redis: label, workers: [{ jobs: 1 }] });
  });

  test("that the environment names, with nothing on the command line", async () => {
    await using redis = await RedisServer.start();
    const environment = { WAZABA_CLUSTER: redis.url };
    await using worker = new Command(["worker", "--jobs", "1"], { environment });
    await worker.says(/^worker of /m);
    const run = new Command(SUBMIT, { environment });
    expect([await run.exit, run.out]).toEqual([0, expect.stringMatching(/^8902 nodes/)]);
  });

  test("whose user has the rights that the guide names, or too few", async () => {
    await using redis = await RedisServer.start();
    const guide = readFileSync("docs/cluster.md", "utf8");
    const rights = /^ {4}redis-cli ACL SETUSER USER on '>PASSWORD' (.*)$/m.exec(guide)?.[1].replaceAll("'", "") ?? "";
    redis.set("acl", "setuser", "runner", "on", ">s3cret", ...rights.split(" "));
    redis.set("acl", "setuser", "reader", "on", ">s3cret", "~*", "+@read", "+info");
    const url = (user: string) => redis.url.replace(/:[^/]*@/, `${user}:s3cret@`);
    await using worker = new Command(["worker", "--cluster", url("runner"), "--jobs", "1"]);
    await worker.says(/^worker of /m);
    expect(wazaba(...SUBMIT, "--cluster", url("runner"))).toMatchObject({ code: 0, err: "" });
    expect(wazaba("cluster", "--json", "--cluster", url("runner")).code).toBe(0);
    const refused = wazaba(...SUBMIT, "--cluster", url("reader"));
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringMatching(/: this Redis user lacks permissions that jobs need\n$/),
    });
    expect(worker.err).toBe("");
  });

  test("that may drop jobs", async () => {
    await using redis = await RedisServer.start("--maxmemory-policy", "allkeys-lru");
    const { code, err } = wazaba(...SUBMIT, "--cluster", redis.url);
    expect(code).toBe(1);
    expect(err).toMatch(/: with maxmemory-policy allkeys-lru Redis may drop jobs; set "maxmemory-policy noeviction"/);
    expect(err.split("\n")).toHaveLength(2);
  });

  test("that is full: the command says so, and is done when there is room", async () => {
    await using redis = await RedisServer.start("--maxmemory", "1mb");
    await using _worker = await startWorker(redis);
    const { code, err } = wazaba(...SUBMIT, "--cluster", redis.url);
    expect(code).toBe(1);
    expect(err).toMatch(/^wazaba: redis:\/\/127\.0\.0\.1:\d+: Redis is full: .*\n$/);
    redis.set("config", "set", "maxmemory", "0");
    expect(wazaba(...SUBMIT, "--cluster", redis.url)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^8902 nodes/),
    });
  });

  test("with TLS", async () => {
    const [key, certificate] = ["key.pem", "cert.pem"].map((name) => join(folder, name));
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
    const made = spawnSync("openssl", [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"],
      ...[...subject, "-keyout", key, "-out", certificate],
    ]);
    expect([made.status, existsSync(certificate)]).toEqual([0, true]);
    await using redis = await RedisServer.start(
      ...["--tls-port", "0", "--tls-cert-file", certificate, "--tls-key-file", key, "--tls-auth-clients", "no"],
    );
    expect(redis.url).toMatch(/^rediss:/);
    expect(wazaba(...SUBMIT, "--cluster", redis.url).err).toMatch(/: self-signed certificate\n$/);
    const settings = { environment: { NODE_EXTRA_CA_CERTS: certificate } };
    await using _worker = await startWorker(redis, [], settings);
    const run = submit(redis, SUBMIT, settings);
    expect([await run.exit, run.out]).toEqual([0, expect.stringMatching(/^8902 nodes/)]);
  });
});

test("TLS to a Redis without it is an error within seconds", { timeout: 30_000 }, async () => {
  await using redis = await RedisServer.start();
  const { code, out, err } = wazaba("cluster", "--cluster", redis.url.replace("redis:", "rediss:"));
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toMatch(/: no TLS handshake within 2\.5 s; if this Redis does not use TLS, write redis:\/\/\n$/);
});

test("without BullMQ all else works, and --cluster says how to get it", () => {
  const alone = join(folder, "alone");
  mkdirSync(alone);
  cpSync("dist", join(alone, "dist"), { recursive: true });
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(alone, "dist/cli.cjs"), ...args], { encoding: "utf8" });
  expect(run("perft", "3", "--jobs", "2").stdout).toMatch(/^8902 nodes/);
  const { status, stderr } = run("perft", "3", "--cluster", "redis://127.0.0.1");
  const message = "wazaba: --cluster requires BullMQ, which is not installed; install it with: npm install bullmq@5\n";
  expect([status, stderr]).toEqual([1, message]);
});

test.each([
  ["http://127.0.0.1", "expected an address like redis://USER:PASSWORD@HOST:6379, or rediss:// for TLS"],
  ["s3cret", "expected an address like redis://USER:PASSWORD@HOST:6379, or rediss:// for TLS"],
  ["redis://:s3cret@127.0.0.1/x", '"/x" is not a database number'],
  ["redis://:s3cret@127.0.0.1?a=b", "nothing may follow ? or # in the address; write them as %3F and %23"],
  ["redis://:s3cret%zz@127.0.0.1", "user or password: % must start a code like %40"],
])("the address %s", (address, reason) => {
  expect(wazaba(...SUBMIT, "--cluster", address)).toEqual({ code: 2, out: "", err: `wazaba: --cluster: ${reason}\n` });
});

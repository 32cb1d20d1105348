/** The commands on a cluster: what they write is what they write without one, byte for byte, but for times. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wazaba } from "../support/clients/wazaba";
import { type Command, startWorker, submit } from "../support/cluster/cluster";
import { RedisServer } from "../support/cluster/redis";

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
let redis: RedisServer;
let workers: Command[];

beforeAll(async () => {
  redis = await RedisServer.start();
  workers = await Promise.all([
    startWorker(redis, ["--engine", `other=node dist/cli.cjs`]),
    startWorker(redis, ["--jobs", "2"]),
  ]);
});
afterAll(async () => {
  for (const worker of workers) await worker[Symbol.asyncDispose]();
  await redis[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** Without what no two runs have in common: when it was, how long it took, how fast. */
function withoutTimes(text: string): string {
  return text
    .replaceAll(/"date":"[^"]*"/g, '"date":""')
    .replaceAll(/"(timeMs|longestMs|nps|nodesPerSecond|positionsPerSecond|thinking)":[-+.\de]+/g, '"$1":0')
    .replaceAll(/\[Date "[^"]*"\]|\[UTC[A-Za-z]* "[^"]*"\]|\[Time "[^"]*"\]/g, "")
    .replaceAll(/\d+(\.\d+)? ?(s|ms)\b|[\d.]+ million a second|\d+\/s\b/g, "");
}

const AMAZONS = '{ "id": "amazons", "pieces": { "queen": "QN" } }';

const TOURNAMENT = [
  ...["tournament", "--engine", "One", "--engine", "Two", "--engine", "Three", "--engine-limit", "Three:depth=2"],
  ...["--nodes", "50", "--rounds", "1", "--max-moves", "4"],
];
const TUNE = [
  ...["tune", "--numbers", "LmrBase,RfpDepth", "--iterations", "3", "--games-per-iteration", "2", "--nodes", "50"],
  ...["--jobs", "1"],
];

describe("on a cluster and in one process", { timeout: 60_000 }, () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ["match", ["match", "--nodes", "100", "--pairs", "2", "--json"], ["--out"]],
    [
      "match of one's own game",
      ["match", "--nodes", "50", "--pairs", "1", "--variant-file", AMAZONS, "--json"],
      ["--out"],
    ],
    ["datagen", ["datagen", "--games", "4", "--nodes", "50", "--leaves", "10"], ["--out"]],
    [
      "datagen, compact, two in flight",
      ["datagen", "--games", "4", "--nodes", "50", "--in-flight", "2"],
      ["--out.wzg"],
    ],
    ["tournament", [...TOURNAMENT, "--json"], ["--out", "--pgn", "--html"]],
    ["tune", TUNE, ["--out"]],
    ["epd", ["epd", "tests/data/sts.epd", "--nodes", "300", "--json"], ["--out"]],
    ["review", ["review", "tests/data/review.pgn", "--nodes", "200"], ["--out", "--pgn", "--html"]],
    [
      "review by an oracle",
      ["review", "tests/data/review.pgn", "--nodes", "200", "--oracle", "wazaba", "--player", "a"],
      [],
    ],
    ["perft", ["perft", "4", "--jobs", "2", "--divide"], []],
    ["perft of a variant", ["perft", "3", "--jobs", "2", "--variant", "rooksquare", "--core", "ts"], []],
  ])("%s is the same", async (name, args, flags) => {
    const files = (where: string) => {
      return flags.map((flag) => {
        const [, option, end = ""] = /^(--\w+)(.*)$/.exec(flag) ?? [];
        return { option, file: join(folder, `${name}${option}-${where}${end}`) };
      });
    };
    const withFiles = (where: string) => [...args, ...files(where).flatMap(({ option, file }) => [option, file])];
    const isOracle = args.includes("--oracle");
    // On this machine an engine is a command.
    const here = withFiles("here").map((word) => (isOracle && word === "wazaba" ? "node dist/cli.cjs" : word));
    const alone = wazaba(...here);
    const there = submit(redis, withFiles("there"));
    expect({ code: await there.exit, err: there.err }).toEqual({ code: 0, err: alone.err });
    const same = (text: string) => withoutTimes(text).replaceAll("node dist/cli.cjs", "wazaba");
    expect(same(there.out)).toBe(same(alone.out));
    files("here").forEach(({ file }, i) => {
      const binary = file.endsWith(".wzg") ? "latin1" : "utf8";
      const [own, others] = [file, files("there")[i].file].map((path) => readFileSync(path, binary));
      expect(own.length).toBeGreaterThan(100);
      expect(withoutTimes(others)).toBe(withoutTimes(own));
    });
  });

  test.each([
    ["tournament", TOURNAMENT],
    ["tune", TUNE],
  ])("%s begun in one process is finished on a cluster", async (name, args) => {
    const file = join(folder, `${name}-begun.jsonl`);
    wazaba(...args, "--out", file);
    const whole = readFileSync(file, "utf8");
    const lines = whole.split("\n");
    writeFileSync(file, `${lines.slice(0, Math.ceil(lines.length / 2)).join("\n")}\n`);
    const { exit } = submit(redis, [...args, "--out", file]);
    expect(await exit).toBe(0);
    expect(withoutTimes(readFileSync(file, "utf8"))).toBe(withoutTimes(whole));
  });

  test("an engine that only one worker has plays there, under its name", async () => {
    const match = submit(redis, ["match", "--b", "other", "--nodes", "50", "--pairs", "1", "--max-moves", "2"]);
    expect(await match.exit).toBe(0);
    expect(match.out).toMatch(/^2 games: /m);
  });
});

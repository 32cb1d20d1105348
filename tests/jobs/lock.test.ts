import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { LineFile } from "../../src/jobs/line-file";
import { FileLock } from "../../src/jobs/lock";

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newFile = () => join(folder, `${files++}.txt`);

/** The id of a process that has ended. */
const DEAD = spawnSync(process.execPath, ["-e", "0"]).pid;
const SELF = process.pid;
const HERE = hostname();
const HOUR = 3_600_000;
const isLinux = process.platform === "linux";

describe("a lock", () => {
  test("keeps others away until it is released, and leaves nothing behind", () => {
    const file = newFile();
    const lock = new FileLock(file);
    expect(() => new FileLock(file)).toThrow(`process ${SELF} on ${HERE} is writing to it; if it is not, delete`);
    lock.release();
    new FileLock(file).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  // What its file says, how old it is, and whether it keeps others away.
  test.each([
    ["a dead process", { pid: DEAD, host: HERE, started: "then" }, 0, false],
    ["a process that had the same id", { pid: SELF, host: HERE, started: "then" }, 0, !isLinux],
    ["a process of another machine", { pid: DEAD, host: "elsewhere", started: "then" }, 0, true],
    ["one of another machine that has not been heard of for an hour", { pid: SELF, host: "elsewhere" }, HOUR, false],
    ["one that may be another one by now", { pid: SELF, host: HERE, started: null }, HOUR, false],
    ["one that nobody can tell from it", { pid: SELF, host: HERE, started: null }, 0, true],
    ["somebody who is writing it just now", "", 0, true],
    ["somebody who died at that", '{"pid":', HOUR, false],
    ["null", null, HOUR, false],
  ])("of %s", (_, holder, age, isHeld) => {
    const file = newFile();
    writeFileSync(`${file}.lock`, typeof holder === "string" ? holder : JSON.stringify(holder));
    const then = new Date(Date.now() - age);
    utimesSync(`${file}.lock`, then, then);
    if (isHeld) return void expect(() => new FileLock(file)).toThrow(" is writing to it");
    const lock = new FileLock(file);
    expect(JSON.parse(readFileSync(`${file}.lock`, "utf8"))).toMatchObject({ pid: SELF, host: HERE });
    lock.release();
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  test("of somebody else is not released", () => {
    const file = newFile();
    const lock = new FileLock(file);
    writeFileSync(`${file}.lock`, "theirs");
    lock.release();
    expect(readFileSync(`${file}.lock`, "utf8")).toBe("theirs");
  });

  test("of a process that was killed is the next one's", { timeout: 30_000 }, async () => {
    const file = newFile();
    const script = `setInterval(() => {}, 1000);
      require("node:fs").writeFileSync(process.argv[1], JSON.stringify({ pid: process.pid, host: ${JSON.stringify(HERE)}, started: null }));
      console.log("locked");`;
    const child = spawn(process.execPath, ["-e", script, `${file}.lock`]);
    await new Promise((resolve) => child.stdout.once("data", resolve));
    expect(() => new FileLock(file)).toThrow(`process ${child.pid} on`);
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
    new FileLock(file).release();
  });
});

describe("a file of games", () => {
  test("is one process's at a time, by whatever name", () => {
    const name = newFile();
    const file = new LineFile(name, () => null);
    expect(() => new LineFile(join(folder, ".", name.slice(folder.length)), () => null)).toThrow(
      /^--out: ".*": process \d+ on .* is writing to it/,
    );
    file.add("game");
    file.close();
    const again = new LineFile(name, () => null);
    expect(again.before).toBe(1);
    again.close();
  });

  test("is free again when it was refused", () => {
    const name = newFile();
    writeFileSync(name, "letter\n");
    expect(() => new LineFile(name, () => "holds no games")).toThrow("holds no games");
    expect(existsSync(`${name}.lock`)).toBe(false);
  });
});

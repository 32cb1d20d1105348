import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { tune } from "../../src/cli/commands/tune";
import { CLI } from "../support/clients/client";
import { json, wazaba } from "../support/clients/wazaba";

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const newFile = () => join(folder, String(files++));
const linesOf = (file: string) => readFileSync(file, "utf8").split("\n").slice(0, -1);
const NUMBERS = ["--numbers", "LmrBase,nullmovereduction,RfpMargin"];
const QUICK = [...NUMBERS, "--nodes", "200", "--max-moves", "15", "--games-per-iteration", "2"];

describe("tune", { timeout: 60_000 }, () => {
  test("is the same in every run, whole or in two parts", () => {
    const [whole, parts] = [newFile(), newFile()];
    const args = ["tune", ...QUICK, "--iterations", "3"];
    const report = json(...args, "--out", whole);
    expect(report).toMatchObject({ variant: "chess", iterations: 3, games: 6, faults: 0, isComplete: true });
    expect(report.numbers.map(({ name }: { name: string }) => name)).toEqual([
      "RfpMargin",
      "NullMoveReduction",
      "LmrBase",
    ]);
    const lines = linesOf(whole);
    expect(lines).toHaveLength(4);
    for (const { name, value } of report.numbers) expect(JSON.parse(lines[3]).values[name]).toBe(value);
    // An iteration, and a second that was torn.
    writeFileSync(parts, `${lines.slice(0, 2).join("\n")}\n${lines[2].slice(0, 50)}`);
    expect(json(...args, "--out", parts)).toEqual(report);
    expect(linesOf(parts)).toEqual(lines);
    const { code, err } = wazaba(...args, "--out", parts, "--nodes", "300");
    expect(code).toBe(2);
    expect(err).toMatch(/contains another tuning: its limit is \{.*200\}, not \{.*300\}\n$/);
  });

  test("tells people where numbers went", () => {
    const { code, out, err } = wazaba("tune", ...QUICK, "--iterations", "2", "--jobs", "2");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    // Standard output is no terminal here: a line for each iteration.
    expect(out).toMatch(/^1 of 2 iterations, 2 games: \+\d =\d −\d\n2 of 2 iterations, 4 games: \+\d =\d −\d\n\n/);
    expect(out).toMatch(/\n2 of 2 iterations, 4 games: chess, 200 nodes\n\nparameter +start +end +exact\n/);
    expect(out).toMatch(/^LmrBase +\d+ +\d+ +\d+\.\d\d$/m);
  });

  test("an interrupt ends it, with a report", async () => {
    const out = newFile();
    const child = spawn(process.execPath, [CLI, "tune", ...QUICK, "--out", out, "--json"]);
    let report = "";
    child.stdout.on("data", (text) => {
      report += text;
    });
    const exit = new Promise((resolve) => child.once("close", resolve));
    const isUnderWay = () => existsSync(out) && linesOf(out).length > 1;
    while (!isUnderWay() && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill("SIGINT");
    expect(await exit).toBe(130);
    expect(JSON.parse(report)).toMatchObject({ iterations: linesOf(out).length - 1, isComplete: false });
  });
});

test("says what it takes", () => {
  const { code, out } = wazaba("tune", "--help");
  expect(code).toBe(0);
  expect(out).toMatch(/^wazaba tune /);
  expect(wazaba("--help").out).toMatch(/^ {2}wazaba tune /m);
});

describe("what is wrong is said in one line", () => {
  const letter = newFile();
  writeFileSync(letter, "Dear Sir,\nno iterations here");
  const torn = newFile();
  const header = { tune: { options: ["MateSearch=false"] } };
  writeFileSync(torn, `${JSON.stringify(header)}\n`);

  test.each<[string[], string | RegExp]>([
    [["--numbers", "LmrBase,Luck"], '--numbers: unknown tunable "Luck"'],
    [["--games-per-iteration", "3"], "--games-per-iteration: 3 is odd, but games come in pairs"],
    [["--gain", "0"], '--gain: "0" is not a number above 0 and up to 4'],
    [["--gain", "much"], '--gain: "much" is not a number above 0 and up to 4'],
    [["--gain", "0x1"], '--gain: "0x1" is not a number above 0 and up to 4'],
    [["--gain", "5"], '--gain: "5" is not a number above 0 and up to 4'],
    [["--iterations", "0"], '--iterations: "0" is not a positive integer'],
    [["--nodes", "5", "--movetime", "5"], "use only one of --movetime, --nodes, --depth and --clock"],
    [["--options", "=5"], '--options: "=5" is not NAME=VALUE'],
    [["--out", letter], /^--out: ".*": contains no tuning$/],
    [["--out", torn], /^--out: ".*": contains another tuning: its core is nothing, not "wasm"$/],
  ])("%j", async (flags, message) => {
    await expect(tune.run(flags)).rejects.toThrow(message);
  });
});

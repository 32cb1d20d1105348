/** Flags, and what is said of those that there are not. */

import { describe, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { wazaba } from "../support/clients/wazaba";

test.each([
  [["--version"]],
  [["-v"]],
  [["analyse", "--version"]],
  [["perft", "5", "--version"]],
  [["--core", "ts", "--version"]],
])("wazaba %j", (args) => {
  expect(wazaba(...args)).toEqual({ code: 0, out: `Wazaba ${packageJson.version}\n`, err: "" });
});

describe("what is wrong is said in one line", () => {
  test.each([
    [["analise"], "unknown command analise (did you mean analyse?)"],
    [["fly"], "unknown command fly (see wazaba --help)"],
    [["analyse", "--dept", "5"], "unknown option --dept (did you mean --depth?)"],
    [["--cor", "ts"], "unknown option --cor (did you mean --core?)"],
    [["xboard", "--lgo", "x"], "unknown option --lgo (see --help)"],
    [["match", "--opening=x"], "unknown option --opening (did you mean --openings?)"],
    [["bench", "-r", "3"], "unknown option -r (see --help)"],
    [["analyse", "--depth"], "--depth: missing value"],
    [["analyse", "--depth", "--json"], "--depth: missing value before --json"],
    [["variants", "--json=1"], '--json takes no value, but got "1"'],
    // The last one counts, also if it cannot be read.
    [["analyse", "--nodes", "5", "--depth", "3", "--nodes=x"], '--nodes: "x" is not a positive integer'],
    [["bench", "3"], 'unexpected argument "3"'],
    [["serve", "--", "x"], 'unexpected argument "x"'],
    // Once it has a value with a hyphen, the next fault counts.
    [["match", "--sprt", "-5:0", "--depth", "0"], '--depth: "0" is not a positive integer'],
    [["match", "--sprt", "-5:0", "--max-moves", "0"], '--max-moves: "0" is neither N nor off'],
  ])("%j", (args, message) => {
    expect(wazaba(...args)).toEqual({ code: 2, out: "", err: `wazaba: ${message}\n` });
  });
});

test("--help is answered in spite of a wrong value", () => {
  expect(wazaba("match", "--pairs", "x", "--core", "c", "--help")).toEqual(wazaba("match", "--help"));
});

describe("a limit that cannot be read is refused, and never left out", () => {
  const WHOLE = "is not a positive integer";
  const CLOCK = "is not like 10+0.1 or 40/60, in seconds";
  test.each<[args: string[], message: string]>([
    ...["", " ", "x", "1e3", "1000.5", "-5", "+5", "5s", "9".repeat(16), "NaN", "Infinity"].map(
      (text): [string[], string] => [["analyse", `--movetime=${text}`], `--movetime: "${text}" ${WHOLE}`],
    ),
    ...["", "x", "10s", "1:00", "10+", "+1", "0", "0/60", "-5", "1,5", "Infinity", "9".repeat(7)].map(
      (text): [string[], string] => [["match", "--b", "x", `--clock=${text}`], `--clock: "${text}" ${CLOCK}`],
    ),
    [["play", "--movetime", "soon"], `--movetime: "soon" ${WHOLE}`],
    [["play", "--clock", "soon"], `--clock: "soon" ${CLOCK}`],
    [["mate", "--movetime", "1s"], `--movetime: "1s" ${WHOLE}`],
    [["epd", "x.epd", "--movetime", "1s"], `--movetime: "1s" ${WHOLE}`],
    [["review", "x.pgn", "--movetime", "1s"], `--movetime: "1s" ${WHOLE}`],
    [["analyse", "--movetime", "--depth", "3"], "--movetime: missing value before --depth"],
  ])("%j", (args, message) => {
    expect(wazaba(...args)).toEqual({ code: 2, out: "", err: `wazaba: ${message}\n` });
  });
});

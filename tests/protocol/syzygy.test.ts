/** Syzygy's tablebases, as a client of UCI or xboard sees them. */

import { afterEach, beforeEach, expect, test } from "vitest";
import { Client } from "../support/clients/client";
import { SYZYGY } from "../support/syzygy";

/** A mate in 16. */
const WON = "fen 8/8/8/8/8/2k5/1R6/K7 w - - 0 1";
/** Every capture of a rook is in the tables. */
const FIVE = "fen 8/8/8/8/8/2k1r3/1R2n3/K7 w - - 0 1";

let engine: Client;

beforeEach(() => {
  engine = new Client();
});

afterEach(async () => {
  expect(await engine.quit()).toBe(0);
});

/** The last line before the answer to a search. */
async function searched(position: string, limit: string): Promise<string> {
  engine.send("setoption name EndgameTables value false", `position ${position}`, `go ${limit}`);
  const { before } = await engine.until(/^bestmove/);
  return before.filter((line) => / score /.test(line)).at(-1) ?? "";
}

const tbHits = (info: string) => Number(/ tbhits (\d+)/.exec(info)?.[1]);

test("tablebases are counted, and decide the root", async () => {
  engine.send(`setoption name SyzygyPath value ${SYZYGY}`);
  const { line } = await engine.until(/tablebases/);
  expect(line).toBe("info string 8 WDL and 8 DTZ tablebases, up to 4 pieces");
  const info = await searched(WON, "depth 4");
  expect(info).toMatch(/ score (cp 30900|cp \d{5}|mate \d+) /);
  expect(tbHits(info)).toBe(16);
});

test.each(["wasm", "ts"])("the core %s probes them in its search, up to the limit", async (core) => {
  engine.send(`setoption name Core value ${core}`, `setoption name SyzygyPath value ${SYZYGY}`);
  expect(tbHits(await searched(FIVE, "depth 6"))).toBeGreaterThan(0);
  engine.send("ucinewgame", "setoption name SyzygyProbeLimit value 3");
  const few = tbHits(await searched(FIVE, "depth 6"));
  engine.send("ucinewgame", "setoption name SyzygyProbeLimit value 0");
  expect(few).toBeGreaterThanOrEqual(0);
  expect(await searched(FIVE, "depth 6")).not.toContain("tbhits");
});

test("both cores search the same tree with them", async () => {
  engine.send(`setoption name SyzygyPath value ${SYZYGY}`);
  const nodes: (string | undefined)[] = [];
  for (const core of ["wasm", "ts"]) {
    engine.send(`setoption name Core value ${core}`, "ucinewgame");
    nodes.push(/ nodes \d+ .*?tbhits \d+/.exec(await searched(FIVE, "depth 8"))?.[0].replace(/ nps \d+/, ""));
  }
  expect(nodes[0]).toMatch(/tbhits/);
  expect(nodes[1]).toBe(nodes[0]);
});

test("a folder that is not there is refused, and the one from before stays", async () => {
  engine.send(`setoption name SyzygyPath value ${SYZYGY}`, "setoption name SyzygyPath value no-such-folder");
  const { line } = await engine.until(/no-such-folder/);
  expect(line).toMatch(/^info string .*ENOENT/);
  expect(tbHits(await searched(WON, "depth 4"))).toBe(16);
});

test("xboard names their folder with egtpath, and other kinds of tables are ignored", async () => {
  engine.send("xboard", "protover 2");
  await engine.until(/^feature done=1$/);
  engine.send("egtpath nalimov /tables", `egtpath syzygy ${SYZYGY}`, "egtpath syzygy no-such-folder");
  const { before, line } = await engine.until(/^Error/);
  expect(line).toMatch(/no-such-folder/);
  expect(before).toEqual([]);
});

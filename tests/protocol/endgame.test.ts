/** Endgame tables beside the search: what a client of UCI sees of them. */

import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Client } from "../support/clients/client";

/** Mate in 16, the longest win of KR–K. */
const LONGEST = "8/8/8/8/8/2k5/1R6/K7 w - -";
const PATIENT = { timeout: 90_000 };

let engine: Client;

beforeEach(() => {
  engine = new Client();
});

afterEach(async () => {
  expect(await engine.quit()).toBe(0);
});

/** Searches until tables are there, then ends the search; the last line before its answer, and the answer. */
async function searched(position: string): Promise<string[]> {
  engine.send(`position ${position}`, "go infinite");
  const { line: info } = await engine.until(/ tbhits /);
  engine.send("stop");
  return [info, (await engine.until(/^bestmove/)).line];
}

describe("a position of three men", PATIENT, () => {
  test("is decided by tables, with the whole line", async () => {
    const [info, best] = await searched(`fen ${LONGEST} 0 1`);
    expect(info).toMatch(
      /^info depth 31 seldepth 31 multipv 1 score mate 16 nodes \d+ .* tbhits \d+ .* pv( \w{4}){31}$/,
    );
    expect(best).toBe(`bestmove ${/ pv (\w{4} \w{4})/.exec(info)?.[1].replace(" ", " ponder ")}`);
  });

  test("is a draw where the fifty-move rule comes first", async () => {
    const [info] = await searched(`fen ${LONGEST} 80 100`);
    expect(info).toContain(" score cp 0 ");
  });

  test("is lost for the other side, which holds out for longest", async () => {
    const [info] = await searched(`fen ${LONGEST} 0 1 moves b2b8`);
    expect(info).toMatch(/ score mate -\d+ /);
  });

  test("has as many lines as are asked for", async () => {
    engine.send("setoption name MultiPV value 3");
    const [info] = await searched(`fen ${LONGEST} 0 1`);
    expect(info).toContain(" multipv 1 ");
    const lines = engine.lines.filter((line) => line.includes(" tbhits "));
    expect(lines.slice(0, 3).map((line) => / multipv (\d)/.exec(line)?.[1])).toEqual(["1", "2", "3"]);
  });

  test.each(["depth 6", "nodes 3000", "mate 2"])("is searched as ever with a limit of %s", async (limit) => {
    await searched(`fen ${LONGEST} 0 1`);
    const before = engine.lines.length;
    engine.send(`go ${limit}`);
    await engine.until(/^bestmove/);
    expect(engine.lines.slice(before).filter((line) => line.includes("tbhits"))).toEqual([]);
  });

  test("is searched as ever without EndgameTables, and with limited strength", async () => {
    await searched(`fen ${LONGEST} 0 1`);
    for (const option of ["EndgameTables value false", "UCI_LimitStrength value true"]) {
      const before = engine.lines.length;
      engine.send(`setoption name ${option}`, "go movetime 200");
      await engine.until(/^bestmove/);
      expect(engine.lines.slice(before).filter((line) => line.includes("tbhits"))).toEqual([]);
      engine.send("setoption name EndgameTables value true");
    }
  });
});

test("tables are kept in the folder that EndgamePath names, from then on", PATIENT, async () => {
  const folder = mkdtempSync(join(tmpdir(), "wazaba tables "));
  await searched(`fen ${LONGEST} 0 1`);
  expect(readdirSync(folder)).toEqual([]);
  engine.send(`setoption name EndgamePath value ${folder}`);
  await searched(`fen ${LONGEST} 0 1`);
  await expect.poll(() => readdirSync(join(folder, "chess"))).toContain("KRvK.wzbe");
  engine.send("setoption name EndgamePath value <empty>");
  await searched("fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  expect(readdirSync(join(folder, "chess"))).not.toContain("KPvK.wzbe");
  rmSync(folder, { recursive: true });
});

test("a table that does not fit into EndgameMemory is reported once, and the search goes on", PATIENT, async () => {
  // There, a table of four men is twice as large as that.
  engine.send("setoption name UCI_Variant value rooksquare", "setoption name EndgameMemory value 8");
  engine.send("position fen 8/8/8/3k1n2/8/8/8/N3K3 w - - 0 1", "go infinite");
  const notice =
    "info string not enough memory for the endgame table KNvKN; the search continues without endgame tables";
  await engine.until(new RegExp(`^${notice}$`), 60_000);
  engine.send("stop");
  await engine.until(/^bestmove [a-h]/);
  engine.send("go movetime 100");
  await engine.until(/^bestmove [a-h]/);
  expect(engine.lines.filter((line) => line === notice)).toHaveLength(1);
});

test("variants with laws that tables cannot have are searched as ever", async () => {
  engine.send("setoption name UCI_Variant value 3check", "position fen 8/8/8/3k4/8/8/8/R3K3 w - - 3+3 0 1");
  engine.send("go movetime 300");
  await engine.until(/^bestmove [a-h]/);
  expect(engine.lines.filter((line) => /tbhits|tables/.test(line) && !line.startsWith("option"))).toEqual([]);
});

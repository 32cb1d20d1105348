import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bookOf } from "../../support/books";
import { Client } from "../../support/clients/client";
import { wazaba } from "../../support/clients/wazaba";

const CASTLING = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";

let folder: string;
let file: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wazaba-"));
  file = join(folder, "book.bin");
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("with a book", () => {
  let engine: Client;

  beforeEach(() => {
    writeFileSync(
      file,
      bookOf([
        ["", "a2a4", 7],
        ["a2a4", "h7h5", 2],
        ["a2a4", "g7g5", 0],
        [CASTLING, "e1h1", 1],
      ]),
    );
    engine = new Client(["--book", file]);
  });

  afterEach(async () => {
    expect(await engine.quit()).toBe(0);
  });

  test.each(["depth 5", "movetime 10000", "wtime 300000 btime 300000 winc 1000", "nodes 1000000000"])(
    "go %s is answered from it at once",
    async (limits) => {
      engine.send(`go ${limits}`);
      const { line, before } = await engine.until(/^bestmove/);
      expect(before).toEqual(["info string book a2a4, weight 7 of 7, the only move"]);
      expect(line).toBe("bestmove a2a4 ponder h7h5");
      engine.send("position startpos moves a2a4", `go ${limits}`);
      const reply = await engine.until(/^bestmove/);
      expect(reply.before).toEqual(["info string book h7h5, weight 2 of 2, one of 2 moves"]);
      expect(reply.line).toBe("bestmove h7h5");
    },
  );

  test("xboard shows it, and is answered from it at once", async () => {
    engine.send("xboard", "protover 2", "bk", "usermove a2a4", "bk");
    const shown = await engine.until(/^move /);
    expect(shown.before.filter((line) => line.startsWith(" "))).toEqual([" a2a4  7 of 7"]);
    expect(shown.line).toBe("move h7h5");
    engine.send("ping 1");
    const after = await engine.until(/^pong 1$/);
    expect(after.before).toContain(" The opening book, if there is one, has no move here.");
  });

  test("UCI_AnalyseMode searches, too", async () => {
    engine.send("setoption name UCI_AnalyseMode value true", "go depth 2");
    expect((await engine.until(/^bestmove/)).before.at(-1)).toMatch(/^info depth 2 /);
  });

  test("beyond it the engine searches", async () => {
    engine.send("position startpos moves a2a4 h7h5", "go depth 3");
    expect((await engine.until(/^bestmove/)).before.at(-1)).toMatch(/^info depth 3 /);
  });

  test.each(["infinite", "mate 2 nodes 1000", "searchmoves e2e4 depth 3", "infinite depth 3"])(
    "go %s searches: who analyses knows the book",
    async (limits) => {
      engine.send(`go ${limits}`);
      await engine.until(/^info depth 1 /);
      engine.send("stop");
      const { before } = await engine.until(/^bestmove/);
      expect(before.some((line) => line.startsWith("info string book"))).toBe(false);
    },
  );

  test("go ponder knows the answer, and keeps it until the hit", async () => {
    engine.send("go ponder wtime 1000 btime 1000");
    await engine.settle();
    expect((await engine.settle()).filter((line) => line.startsWith("bestmove"))).toEqual([]);
    engine.send("ponderhit");
    expect((await engine.until(/^bestmove/)).line).toBe("bestmove a2a4 ponder h7h5");
  });

  test("OwnBook is an option, and switches it off", async () => {
    engine.send("uci");
    expect((await engine.until(/^uciok$/)).before).toContain("option name OwnBook type check default true");
    engine.send("setoption name ownbook value false", "go depth 2");
    expect((await engine.until(/^bestmove/)).before.at(-1)).toMatch(/^info depth 2 /);
  });

  test("castling is written as the client wants it", async () => {
    engine.send(`position fen ${CASTLING}`, "go depth 1");
    expect((await engine.until(/^bestmove/)).line).toBe("bestmove e1g1");
    engine.send("setoption name UCI_Chess960 value true", "go depth 1");
    expect((await engine.until(/^bestmove/)).line).toBe("bestmove e1h1");
  });

  test("one that cannot be read any more is done without", async () => {
    await engine.settle();
    const bytes = bookOf([["", "a2a4", 7]]);
    writeFileSync(file, bytes.subarray(0, 8));
    engine.send("go depth 2", "go depth 2");
    const { before } = await engine.until(/^bestmove/);
    expect(before[0]).toBe("info string the book cannot be read any more: the book ends too soon");
    expect((await engine.until(/^bestmove/)).before[0]).toMatch(/^info depth 1 /);
  });
});

test("xboard's ponder move is answered from it, too", async () => {
  const rows = [["", "a2a4", 1] as const, ["a2a4", "h7h5", 1] as const, ["a2a4 h7h5", "b2b3", 1] as const];
  writeFileSync(file, bookOf(rows));
  const engine = new Client(["xboard", "--book", file]);
  engine.send("protover 2", "new", "hard", "go");
  await engine.until(/^move a2a4$/);
  engine.send("ping 1");
  await engine.until(/^pong 1$/);
  engine.send("usermove h7h5");
  await engine.until(/^move b2b3$/);
  expect(await engine.quit()).toBe(0);
});

test("without a book there is no such option", async () => {
  const engine = new Client();
  engine.send("uci");
  expect((await engine.until(/^uciok$/)).before.join("\n")).not.toMatch(/OwnBook/);
  engine.send("setoption name OwnBook value true");
  expect(await engine.settle()).toEqual(['info string no such option: "OwnBook"']);
  await engine.quit();
});

test.each([
  ["nothing there", "none.bin", /ENOENT/],
  ["a folder", ".", /it is not a regular file/],
  ["a text", "text.bin", /5 bytes are not a multiple of 16/],
])("%s is an error at the start", (_what, name, message) => {
  writeFileSync(join(folder, "text.bin"), "hello");
  const { code, out, err } = wazaba("--book", join(folder, name));
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(/^wazaba: --book: ".*": .*\n$/);
  expect(err).toMatch(message);
});

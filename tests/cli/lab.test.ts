/** The lab: what its pages say of the files in a folder, which it only reads. */

import { appendFileSync, readdirSync, renameSync, rmSync, statSync, truncateSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type Answer, serve } from "../../src/app/server";
import { parsePgn } from "../../src/chess/notation/pgn";
import { answerTo, lab } from "../../src/cli/commands/lab";
import { WatchedFolders } from "../../src/lab/watch/folder";
import { labFolder, MARKUP } from "../support/lab";

const BUILT = new URL("../../dist/web/", import.meta.url);
const { folder, addGames } = labFolder();
afterAll(() => rmSync(folder, { recursive: true }));

const watched = new WatchedFolders([folder]);
const ask = (path: string, query: Record<string, string> = {}): Answer | null =>
  answerTo(path, new URLSearchParams(query), watched);
const page = (file: string) => ask("/lab/run", { file })?.body ?? "";
const states = () => readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs]);

describe("the lab", () => {
  test("lists every run, and only runs", () => {
    const before = states();
    const { body = "" } = ask("/lab") ?? {};
    expect(body.match(/<li><h2>/g)).toHaveLength(6);
    expect(body).toContain("New against Old");
    expect(body).toContain("round-robin, chess, 5000 nodes, 12 of 30 games");
    expect(body).toContain("40 of 100 iterations, 320 games");
    expect(body).toContain("chess, 1000 nodes, 2 games, 3 positions");
    expect(body).toContain("8 epochs");
    expect(body).toContain("line 2: not game 1");
    expect(body).not.toMatch(/notes\.txt|undefined|NaN/);
    expect(states()).toEqual(before);
  });

  test("shows a test with its bounds, standings and games", () => {
    const body = page("match.jsonl");
    expect(body).toMatch(/accepts 20 at 2\.94.*accepts 0 at -2\.94/);
    expect(body).toMatch(/LLR: -?\d\.\d\d to -?\d+\.\d\d/);
    expect(body).toMatch(/<th scope="row">1 New<\/th>/);
    expect(body).toContain("120. Old – New");
    expect(body).toContain("before=20");
    expect(ask("/lab/run", { file: "match.jsonl", before: "20" })?.body).toMatch(/20\. Old – New(?!.*\b21\. )/s);
    expect(body).not.toMatch(/undefined|NaN/);
  });

  test("never takes a name for markup", () => {
    for (const { body } of [ask("/lab"), ask("/lab/run", { file: "tournament.jsonl" })] as Answer[]) {
      expect(body).not.toContain(MARKUP);
    }
    expect(page("tournament.jsonl")).toContain("&#60;script&#62;");
    expect(page("tuning.jsonl")).toMatch(/LmrBase: 80\.0 to 89\.8/);
    expect(page("chess.csv")).toMatch(/training: 0\.006000 to 0\.004600/);
  });

  test("opens a game on the page", () => {
    const { location = "" } = ask("/lab/game", { file: "tournament.jsonl", game: "1" }) ?? {};
    const [{ tags, game }] = parsePgn(new URLSearchParams(location.replace("/#", "")).get("pgn") ?? "");
    expect([tags.get("White"), tags.get("Black"), game.plies]).toEqual(["Wazaba", MARKUP, 7]);
  });

  test.each<[string, Record<string, string>]>([
    ["/lab/run", { file: "notes.txt" }],
    ["/lab/run", { file: "../../etc/passwd" }],
    ["/lab/run", {}],
    ["/lab/game", { file: "match.jsonl", game: "0" }],
    ["/lab/game", { file: "tuning.jsonl", game: "1" }],
    ["/lab/nothing", { file: "match.jsonl" }],
    ["/", {}],
  ])("leaves %s %j to the folder", (path, query) => expect(ask(path, query)).toBeNull());

  test("sees games that are added, and another file of the same name", () => {
    addGames(2);
    appendFileSync(join(folder, "match.jsonl"), '{"index":122,');
    expect(page("match.jsonl")).toContain("122 games");
    truncateSync(join(folder, "chess.csv"), 0);
    appendFileSync(join(folder, "chess.csv"), "positions,training,validation,seconds\n1000,0.5,0.6,1\n");
    expect(page("chess.csv")).toContain("1000 positions");
    renameSync(join(folder, "games.txt"), join(folder, "more.txt"));
    expect(page("games.txt")).toBe("");
    expect(page("more.txt")).toContain("2 games");
  });

  test("answers browsers of this machine alone, and says when nothing has changed", async () => {
    const serving = await serve({ folder: BUILT, answer: (path, query) => answerTo(path, query, watched) });
    const status = (headers: Record<string, string>) =>
      new Promise((resolve) =>
        get(`${serving.address}lab`, { headers }, (answer) => resolve([answer.statusCode, answer.headers.etag])),
      );
    const [code, tag] = (await status({})) as [number, string];
    expect(code).toBe(200);
    expect(await status({ "If-None-Match": tag })).toEqual([304, tag]);
    expect(await status({ Host: "attacker.example" })).toEqual([403, undefined]);
    expect((await fetch(`${serving.address}lab`, { method: "POST" })).status).toBe(405);
    await serving.close();
  });

  test("needs folders", async () => {
    await expect(lab.run([])).rejects.toThrow("lab: which folder?");
    await expect(lab.run([join(folder, "match.jsonl")])).rejects.toThrow(/^lab: ".*" is not a folder$/);
  });
});

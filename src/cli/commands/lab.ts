/** The command `wazaba lab`: what is under way, on a page. */

import { statSync } from "node:fs";
import { type Answer, serve } from "../../app/server";
import { findBuiltIn } from "../../chess/variants/games";
import { quote, WazabaError } from "../../errors";
import { formatGame } from "../../lab/match/pgn";
import { WatchedGames } from "../../lab/watch/encounters";
import { type WatchedFile, WatchedFolders } from "../../lab/watch/folder";
import { defineCommand } from "../flags/define-command";
import { SHARED } from "../flags/flags";
import { print } from "../output";
import { LAB, movesPage, runPage, runsPage } from "../reports/lab-html";
import { LAB_SCRIPT, LAB_STYLE } from "../reports/lab-page";
import { Interruption } from "../support/interruption";

const HTML = "text/html";

/** Until a signal ends it. */
export const lab = defineCommand(
  {
    name: "lab",
    arguments: "DIR...",
    summary: "serves a page that shows matches, tournaments, tuning and training under way",
    about: `Serves a page to browsers on this machine that shows what is under way, from the files in these folders: journals of match,
tournament, tune and datagen (their --out), and the losses of networks in training (.csv). Standings, crosstables, SPRT, curves, and games
that open on the page of wazaba serve, which is there, too. Nothing is written. Ctrl-C ends it.`,
    flags: { port: { ...SHARED.port, about: "the port; 0: any free port" } },
  },
  async ({ port }, folders) => {
    if (folders.length === 0) throw new WazabaError("usage", "lab: which folder?");
    for (const folder of folders) {
      if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
        throw new WazabaError("usage", `lab: ${quote(folder)} is not a folder`);
      }
    }
    const interruption = new Interruption();
    const watched = new WatchedFolders(folders);
    const serving = await serve({ port, answer: (path, query) => answerTo(path, query, watched) });
    print(`${serving.address}${LAB.slice(1)}\n`);
    await new Promise((resolve) => interruption.signal.addEventListener("abort", resolve));
    await serving.close();
    return 0;
  },
);

/** What the lab answers; null for what is not part of it. */
export function answerTo(path: string, query: URLSearchParams, watched: WatchedFolders): Answer | null {
  if (path === `${LAB}/lab.css`) return { type: "text/css", body: LAB_STYLE };
  if (path === `${LAB}/lab.js`) return { type: "text/javascript", body: LAB_SCRIPT };
  if (path === LAB) return { type: HTML, body: runsPage(watched.look()) };
  // Names come from the folders; no path from outside is ever opened.
  const file = watched.look().get(query.get("file") ?? "");
  if (file === undefined) return null;
  if (path === `${LAB}/run`) return { type: HTML, body: runPage(file, Number(query.get("before") ?? Infinity)) };
  return path === `${LAB}/game` ? gameAnswer(file, Number(query.get("game")) - 1) : null;
}

/** A game on the page, where its rules are known there. */
function gameAnswer(file: WatchedFile, index: number): Answer | null {
  const { run } = file;
  const span = run instanceof WatchedGames ? run.spanOf(index) : undefined;
  if (!(run instanceof WatchedGames) || span === undefined) return null;
  const { record, names, limit, variant: id } = run.game(file.textAt(span));
  const variant = findBuiltIn(id);
  const moves = [...record.opening, ...record.moves.map(({ move }) => move)];
  const listed = { type: HTML, body: movesPage(`${names.a} – ${names.b}`, moves) };
  if (variant === undefined) return listed;
  try {
    const pgn = formatGame(record, { variant, chess960: false, limit, names });
    return { type: HTML, body: "", location: `/#${new URLSearchParams({ pgn })}` };
  } catch {
    // A journal may be damaged, or of another version.
    return listed;
  }
}

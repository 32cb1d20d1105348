/** The pages of the lab: all runs, and one of them with its tables, curves and games. Text from files is always escaped. */

import type { WatchedFile } from "../../lab/watch/folder";
import type { Chart, PlayedGame, Series, View } from "../../lab/watch/view";
import { escapeHtml } from "./html";
import { table } from "./table-html";

/** Games on one page. */
const GAMES = 100;

/** How the lab is called. */
export const LAB = "/lab";

/** What a run's file shows, or why it shows nothing. */
interface Shown {
  readonly file: WatchedFile;
  readonly view: View | null;
}

/** All runs, those that changed last first. */
export function runsPage(files: ReadonlyMap<string, WatchedFile>): string {
  const rows = [...files.values()].map((file) => {
    const { view } = shownOf(file);
    const link = `<a href="${addressOf("run", { file: file.name })}">${escapeHtml(view?.title ?? file.name)}</a>`;
    const about = [view?.kind ?? "", file.name, ...timesOf(file)].filter((text) => text !== "");
    return `<li><h2>${link}</h2>
<p class="standing">${escapeHtml(view?.facts ?? "")}</p>
<p>${about.map(escapeHtml).join(" · ")}</p>
${faultOf(file)}${view?.charts.slice(0, 1).map(drawn).join("") ?? ""}</li>`;
  });
  const none = "<p>There are no runs yet: journals of match, tournament, tune and datagen, and tables of losses.</p>";
  return document("Lab", `<h1>Lab</h1>\n${rows.length === 0 ? none : `<ul class="runs">${rows.join("\n")}</ul>`}`);
}

/** One run. @param before the games before this one are listed, the last first; without it, the last ones */
export function runPage(file: WatchedFile, before: number): string {
  const { view } = shownOf(file);
  const parts = [
    `<p><a href="${LAB}">All runs</a></p>`,
    `<h1>${escapeHtml(view?.title ?? file.name)}</h1>`,
    `<p class="standing">${escapeHtml(view?.facts ?? "")}</p>`,
    `<p>${[file.name, ...timesOf(file)].map(escapeHtml).join(" · ")}</p>`,
    faultOf(file),
    `<div class="charts">${view?.charts.map(drawn).join("") ?? ""}</div>`,
    ...(view?.tables.map(({ title, head, rows }) => table(title, head, rows)) ?? []),
    view === null || view.games.length === 0 ? "" : gameList(file.name, view.games, before),
  ];
  return document(view?.title ?? file.name, parts.join("\n"));
}

/** The moves of a game that the page cannot play, since the file does not define its rules. */
export function movesPage(title: string, moves: readonly string[]): string {
  return document(
    title,
    `<p><a href="${LAB}">All runs</a></p>\n<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(moves.join(" "))}</p>`,
  );
}

/** @throws never: a file with other contents than expected says so */
function shownOf(file: WatchedFile): Shown {
  try {
    return { file, view: file.run?.view() ?? null };
  } catch (error) {
    file.fault ??= (error as Error).message;
    return { file, view: null };
  }
}

function timesOf({ changedAt }: WatchedFile): string[] {
  return changedAt === 0 ? [] : [`changed ${new Date(changedAt).toISOString().slice(0, 19).replace("T", " ")} UTC`];
}

function faultOf({ fault }: WatchedFile): string {
  return fault === null ? "" : `<p class="fault">${escapeHtml(fault)}</p>\n`;
}

function gameList(file: string, games: readonly PlayedGame[], before: number): string {
  const end = Math.min(before, games.length);
  const begin = Math.max(0, end - GAMES);
  const rows = games.slice(begin, end).reverse();
  const items = rows.map(({ index, white, black, result, reason, plies }) => {
    const link = addressOf("game", { file, game: String(index + 1) });
    const players = `${index + 1}. ${white} – ${black}`;
    const about = `${result}, ${reason}, ${plies} plies`;
    return `<li><a href="${link}">${escapeHtml(players)}</a> ${escapeHtml(about)}</li>`;
  });
  const older =
    begin === 0 ? "" : `<p><a href="${addressOf("run", { file, before: String(begin) })}">Earlier games</a></p>`;
  return `<h2>Games</h2>\n<p>A game opens on the page, ready to be analysed.</p>\n<ol class="games">${items.join("\n")}</ol>\n${older}`;
}

function addressOf(page: string, query: Readonly<Record<string, string>>): string {
  return escapeHtml(`${LAB}/${page}?${new URLSearchParams(query)}`);
}

/** Units of the drawing, which is stretched to where it stands. */
const WIDTH = 1000;
const HEIGHT = 300;

/** A chart: curves as a drawing, everything to be read as text beside it. */
function drawn({ title, unit, series, bounds, digits }: Chart): string {
  const points = series.flatMap(({ points }) => points);
  if (points.length === 0) return "";
  const [xs, ys] = [points.map(([x]) => x), [...points.map(([, y]) => y), ...bounds.map(({ value }) => value)]];
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const placeX = (x: number) => round(((x - left) / (right - left || 1)) * WIDTH);
  const placeY = (y: number) => round(HEIGHT - ((y - low) / (high - low || 1)) * HEIGHT);
  const text = (value: number) => value.toFixed(digits);
  const lines = bounds.map(({ value }) => `<path class="bound" d="M0 ${placeY(value)}H${WIDTH}"/>`);
  const curves = series.map(({ points }, i) => {
    return `<path class="curve c${i}" d="M${points.map(([x, y]) => `${placeX(x)} ${placeY(y)}`).join("L")}"/>`;
  });
  const keys = series.map(({ label, points }, i) => {
    return `<li class="c${i}">${escapeHtml(label)}: ${describeCourse({ label, points }, text)}</li>`;
  });
  const edges = bounds.map(({ label, value }) => `<li class="bound">${escapeHtml(label)} at ${text(value)}</li>`);
  return `<figure>
<figcaption>${escapeHtml(title)}</figcaption>
<div class="drawing"><span class="top">${text(high)}</span><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img"
 aria-label="${escapeHtml(`${title}, by ${unit}`)}">${lines.join("")}${curves.join("")}</svg><span class="bottom">${text(low)}</span>
<span class="unit"><span>${left}</span><span>${escapeHtml(unit)}</span><span>${right}</span></span></div>
<ul class="keys">${keys.join("")}${edges.join("")}</ul>
</figure>
`;
}

function describeCourse({ points }: Series, text: (value: number) => string): string {
  const [first, last] = [points[0], points[points.length - 1]];
  return points.length === 1 ? text(last[1]) : `${text(first[1])} to ${text(last[1])}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function document(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Wazaba</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${LAB}/lab.css">
<script type="module" src="${LAB}/lab.js"></script>
</head>
<body>
<header><span id="state" role="status"></span><button type="button" id="pause" aria-pressed="false">Pause</button></header>
<main>
${main}
</main>
</body>
</html>
`;
}

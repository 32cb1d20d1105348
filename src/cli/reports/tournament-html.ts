/** The HTML report of a tournament: one file that loads nothing else and has no script. */

import { formatLimit } from "../../lab/match/time-control";
import { crosstable, TABLE_HEAD, type Tournament, tableCells, tableOf } from "../../lab/tournament/report";
import type { Standings } from "../../lab/tournament/standings";
import { escapeHtml } from "./html";
import { TABLE_STYLE, table } from "./table-html";

/** The whole document. */
export function tournamentPage(facts: Tournament, games: number, standings: Standings): string {
  const rows = tableOf(facts, standings);
  const about = `${facts.format}, ${facts.variant}, ${formatLimit(facts.limit)}, ${games} of ${facts.wanted} games`;
  const title = escapeHtml(facts.event);
  const places = rows.map((_, place) => String(place + 1));
  const names = rows.map(({ engine }, place) => `${place + 1} ${facts.engines[engine].name}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${TABLE_STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escapeHtml(about)}</p>
${table(
  "Standings",
  TABLE_HEAD,
  rows.map((row, place) => tableCells(row, place, facts)),
)}
<p>±: half the 95 % confidence interval. LOS: the likelihood that an engine is stronger than the next one.</p>
${table(
  "Points against each other",
  ["engine", ...places],
  crosstable(rows, standings).map((cells, place) => [names[place], ...cells]),
)}
</main>
</body>
</html>
`;
}

/** The HTML report of a tournament: one file that loads nothing else and has no script. */

import { formatLimit } from "../../lab/match/time-control";
import { crosstable, TABLE_HEAD, type Tournament, tableCells, tableOf } from "../../lab/tournament/report";
import type { Standings } from "../../lab/tournament/standings";
import { escapeHtml } from "./html";

const STYLE = `
:root{color-scheme:light dark;--ground:light-dark(#f4f3ef,#16191b);--sheet:light-dark(#fff,#1f2427);--line:light-dark(#dcdad2,#343b40);
--ink:light-dark(#1d2326,#e6eaec);--faint:light-dark(#566067,#a2adb4);font:15px/1.45 system-ui,sans-serif}
body{margin:0;background:var(--ground);color:var(--ink)}
main{max-width:70rem;margin:auto;padding:1rem}
h1{font-size:1.2rem}h2{font-size:1.1rem}
p{color:var(--faint)}
.wide{overflow-x:auto;background:var(--sheet);border:1px solid var(--line);border-radius:8px;padding:.5rem 1rem}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:right;padding:.25rem .5rem;border-bottom:1px solid var(--line);font-weight:400;white-space:nowrap}
th:first-child{text-align:left}
thead th{color:var(--faint)}
`;

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
<style>${STYLE}</style>
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

function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const headCells = head.map((text) => `<th scope="col">${escapeHtml(text)}</th>`).join("");
  const bodyRows = rows.map(([first, ...others]) => {
    const cells = others.map((text) => `<td>${escapeHtml(text)}</td>`).join("");
    return `<tr><th scope="row">${escapeHtml(first)}</th>${cells}</tr>`;
  });
  return `<h2>${title}</h2>
<div class="wide" role="region" aria-label="${title}" tabindex="0">
<table>
<thead><tr>${headCells}</tr></thead>
<tbody>
${bodyRows.join("\n")}
</tbody>
</table>
</div>`;
}

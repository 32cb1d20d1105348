/** Tables of the HTML reports. */

import { escapeHtml } from "./html";

/** Colours, by day and by night, and tables that scroll where they are too wide. */
export const TABLE_STYLE = `
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

/** A table with a heading. Its first column names the rows. */
export function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const headCells = head.map((text) => `<th scope="col">${escapeHtml(text)}</th>`).join("");
  const bodyRows = rows.map(([first, ...others]) => {
    const cells = others.map((text) => `<td>${escapeHtml(text)}</td>`).join("");
    return `<tr><th scope="row">${escapeHtml(first)}</th>${cells}</tr>`;
  });
  return `<h2>${escapeHtml(title)}</h2>
<div class="wide" role="region" aria-label="${escapeHtml(title)}" tabindex="0">
<table>
<thead><tr>${headCells}</tr></thead>
<tbody>
${bodyRows.join("\n")}
</tbody>
</table>
</div>`;
}

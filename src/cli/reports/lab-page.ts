/** The style sheet and the script of the lab. */

import { TABLE_STYLE } from "./table-html";

export const LAB_STYLE = `${TABLE_STYLE}
:root{--a:light-dark(#1f6f74,#5cc4c4);--b:light-dark(#9c430a,#ff9d5c);--fault:light-dark(#a8281e,#ff9d8f)}
*{box-sizing:border-box}
header{display:flex;justify-content:flex-end;align-items:center;gap:1rem;max-width:70rem;margin:auto;padding:.5rem 1rem 0}
header button{min-height:2.75rem;padding:0 1rem;font:inherit;color:inherit;background:var(--sheet);border:1px solid var(--line);border-radius:6px;cursor:pointer}
header button[aria-pressed=true]{outline:2px solid currentcolor}
main{padding-top:0}
h1,h2,p,li{overflow-wrap:anywhere}
a{color:inherit}
.standing{color:var(--ink)}
.fault{color:var(--fault);font-weight:600}
.runs{list-style:none;margin:0;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,22rem),1fr));align-items:start;gap:1rem}
.runs>li,figure{background:var(--sheet);border:1px solid var(--line);border-radius:8px;padding:.8rem 1rem;margin:0}
.runs h2{margin:0}.runs p{margin:.3rem 0}.runs figure{border:0;padding:.5rem 0 0}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,26rem),1fr));gap:1rem}
figcaption{font-weight:600;margin-bottom:.4rem}
.drawing{display:grid;grid-template-columns:auto minmax(0,1fr);grid-template-rows:1fr auto auto;column-gap:.5rem;color:var(--faint);font-size:.85rem}
.drawing svg{grid-area:1/2/3/3;width:100%;height:9rem;border-left:1px solid var(--line);border-bottom:1px solid var(--line);overflow:visible}
.top,.bottom{grid-column:1;text-align:right}
.bottom{grid-row:2}
.unit{grid-area:3/2/4/3;display:flex;justify-content:space-between}
.drawing path{fill:none;vector-effect:non-scaling-stroke;stroke-width:2;stroke-linejoin:round}
.drawing .c0{stroke:var(--a)}.drawing .c1{stroke:var(--b);stroke-dasharray:7 3}.drawing .bound{stroke:var(--faint);stroke-dasharray:2 4;stroke-width:1}
.keys{list-style:none;display:flex;flex-wrap:wrap;gap:.1rem 1.2rem;margin:.4rem 0 0;padding:0;font-size:.9rem}
.keys li::before{content:"";display:inline-block;width:1.4rem;margin-right:.4rem;vertical-align:middle;border-top:2px solid var(--a)}
.keys .c1::before{border-top:2px dashed var(--b)}.keys .bound::before{border-top:1px dotted var(--faint)}
.games{list-style:none;padding:0;display:grid;gap:.1rem}
.games li{padding:.25rem 0;color:var(--faint)}
`;

/** Asks for the page again and again, and shows what has changed. */
export const LAB_SCRIPT = `
const state = document.querySelector("#state");
const pause = document.querySelector("#pause");
const focusable = () => [...document.querySelectorAll("main a, main [tabindex]")];
let tag = "";
pause.addEventListener("click", () => {
  const isPaused = pause.getAttribute("aria-pressed") !== "true";
  pause.setAttribute("aria-pressed", String(isPaused));
});
async function look() {
  if (document.hidden || pause.getAttribute("aria-pressed") === "true") return;
  try {
    const answer = await fetch(location.href, { headers: { "If-None-Match": tag }, cache: "no-store" });
    if (state.textContent !== "") state.textContent = "";
    if (!answer.ok) return;
    tag = answer.headers.get("ETag");
    const main = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
    const old = document.querySelector("main");
    if (main.innerHTML === old.innerHTML) return;
    const place = focusable().indexOf(document.activeElement);
    const scrolled = [...old.querySelectorAll(".wide")].map((region) => region.scrollLeft);
    old.replaceWith(main);
    main.querySelectorAll(".wide").forEach((region, i) => { region.scrollLeft = scrolled[i] ?? 0; });
    focusable()[place]?.focus({ preventScroll: true });
  } catch {
    state.textContent = "No connection: wazaba lab has ended";
  }
}
setInterval(look, 2000);
`;

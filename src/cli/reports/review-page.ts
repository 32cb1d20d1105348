/** The style sheet and the script of the HTML report. */

export const STYLE = `
:root{color-scheme:light dark;--ground:light-dark(#f4f3ef,#16191b);--sheet:light-dark(#fff,#1f2427);--line:light-dark(#dcdad2,#343b40);
--ink:light-dark(#1d2326,#e6eaec);--faint:light-dark(#566067,#a2adb4);--light:light-dark(#e9ecea,#b4c0c4);--dark:light-dark(#8ea8ae,#5f7880);
--last:light-dark(rgb(236 196 72/55%),rgb(226 182 60/50%));--inaccuracy:light-dark(#7a5600,#e6b94a);--mistake:light-dark(#9c430a,#ff9d5c);
--blunder:light-dark(#a8281e,#ff9d8f);font:15px/1.45 system-ui,sans-serif}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink)}
main{max-width:70rem;margin:auto;padding:1rem}
h1{font-size:1.2rem;margin:0 0 1rem}
h2{font-size:1.1rem;margin:0;overflow-wrap:anywhere}
article{background:var(--sheet);border:1px solid var(--line);border-radius:8px;padding:1rem;margin:0 0 1.5rem}
.about{color:var(--faint);margin:.2rem 0 0;overflow-wrap:anywhere}
.result{white-space:nowrap;font-weight:400}
.view{display:grid;grid-template-columns:minmax(0,24rem) minmax(0,1fr);gap:1.2rem;margin-top:.8rem}
.left{position:sticky;top:1rem;align-self:start}
.board{display:block;width:100%;border-radius:4px}
.board .l{fill:var(--light)}.board .d{fill:var(--dark)}.board .m{fill:var(--last)}
.pieces{position:absolute;width:0;height:0}
.piece{--body:#fff;--mark:#171c1f}.piece.black{--body:#3d464d;--mark:#e6eaec}
.piece .body{fill:var(--body);stroke:#171c1f;stroke-width:1.3;stroke-linejoin:round}
.piece .edge{fill:none;stroke:#171c1f;stroke-width:2;stroke-linecap:round}
.piece .mark{fill:none;stroke:var(--mark);stroke-width:1.3;stroke-linecap:round;stroke-linejoin:round}
.piece .spot{fill:var(--mark)}
.keys{display:flex;gap:.4rem;margin-top:.5rem}
.keys button{flex:1;padding:.5rem 0;font:inherit;color:inherit;background:var(--ground);border:1px solid var(--line);border-radius:6px;cursor:pointer}
.said{min-height:1.5em;margin:.4rem 0 0;color:var(--faint)}
.graph{display:block;width:100%;height:7rem;background:light-dark(#566067,#0f1214);border:1px solid var(--line);border-radius:4px;cursor:pointer}
.graph path{vector-effect:non-scaling-stroke}
.graph .area{fill:light-dark(#fff,#cfd6d9)}
.graph .middle{stroke:#8ea8ae;fill:none}
.graph .now{stroke:light-dark(#2a686c,#2a9a9a);stroke-width:2;fill:none}
.graph :is(.inaccuracy,.mistake,.blunder){stroke-width:9;stroke-linecap:round}
.graph .inaccuracy{stroke:#d79a00}.graph .mistake{stroke:#e06a1b}.graph .blunder{stroke:#d33a2c}
table{border-collapse:collapse;margin:.8rem 0;width:100%}
th,td{text-align:right;padding:.25rem .5rem;border-bottom:1px solid var(--line);font-weight:400}
th:first-child{text-align:left;overflow-wrap:anywhere}
.moves{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.1rem .3rem}
.moves .wide{flex-basis:100%}
.moves button{font:inherit;color:inherit;background:none;border:0;border-radius:4px;padding:.2rem .35rem;cursor:pointer}
.moves button[aria-current]{outline:2px solid currentcolor}
button:hover{background:var(--line)!important}
.moves :is(.inaccuracy,.mistake,.blunder){font-weight:600}
.moves .inaccuracy{color:var(--inaccuracy)}.moves .mistake{color:var(--mistake)}.moves .blunder{color:var(--blunder)}
.better,.remark{color:var(--faint);overflow-wrap:anywhere}
.again{display:none}
.remark{font-style:italic}
@media(max-width:48rem){main{padding:.5rem}.view{grid-template-columns:minmax(0,1fr)}.left{position:static}}
@media print{article{break-inside:avoid}.keys{display:none}}
`;

/** Shows positions on the board of each game: by its buttons, its moves, its graph, or the arrow keys. */
export const VIEWER = `
for (const article of document.querySelectorAll("article")) {
  const data = JSON.parse(article.querySelector("script").textContent);
  const board = article.querySelector(".board");
  const buttons = [...article.querySelectorAll("[data-ply]")];
  const last = data.placements.length - 1;
  let ply = 0;
  let flipped = false;
  const place = (file, rank) => (flipped ? [280 - 40 * file, 280 - 40 * rank] : [40 * file, 40 * rank]);
  const show = (to) => {
    ply = Math.max(0, Math.min(last, to));
    let drawn = "";
    const square = (kind, [x, y]) => (drawn += '<rect class="' + kind + '" x="' + x + '" y="' + y + '" width="40" height="40"/>');
    for (let at = 0; at < 64; at++) square((at + (at >> 3)) % 2 ? "d" : "l", [40 * (at % 8), 40 * (at >> 3)]);
    const move = ply > 0 ? data.moves[ply - 1] : "";
    for (const name of [move.slice(0, 2), move.slice(2, 4)]) {
      // A piece that was dropped comes from no square: N@.
      if (name !== "" && name[1] !== "@") square("m", place(name.charCodeAt(0) - 97, 8 - Number(name[1])));
    }
    data.placements[ply].split("/").forEach((row, rank) => {
      let file = 0;
      for (const sign of row) {
        if (sign >= "1" && sign <= "8") file += Number(sign);
        else {
          const [x, y] = place(file++, rank);
          drawn += '<use href="#' + CSS.escape(data.game + "-" + sign) + '" x="' + x + '" y="' + y + '"/>';
        }
      }
    });
    board.innerHTML = drawn;
    for (const button of buttons) button.toggleAttribute("aria-current", Number(button.dataset.ply) === ply);
    const button = buttons[ply - 1];
    const said = ply === 0 ? "The first position" : button.textContent + ": " + data.said[ply - 1];
    article.querySelector(".said").textContent = said;
    article.querySelector(".now").setAttribute("d", "M" + ply + " 0V100");
  };
  article.addEventListener("click", ({ target, clientX }) => {
    const { go, ply: chosen } = target.closest("button")?.dataset ?? {};
    if (chosen !== undefined) show(Number(chosen));
    else if (go === "flip") { flipped = !flipped; show(ply); }
    else if (go !== undefined) show({ first: 0, back: ply - 1, on: ply + 1, last }[go]);
    const graph = target.closest(".graph")?.getBoundingClientRect();
    if (graph) show(Math.round(((clientX - graph.left) / graph.width) * last));
  });
  article.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    show(ply + step);
  });
  show(0);
}
`;

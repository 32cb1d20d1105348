/** The style sheet of the element; a page can change it by custom properties and `color-scheme`. */

export const ELEMENT_STYLE = `
:host {
  --ground: var(--wazaba-ground, light-dark(#ffffff, #1f2427));
  --ink: var(--wazaba-ink, light-dark(#1d2326, #e6eaec));
  --faint: var(--wazaba-faint, light-dark(#566067, #a2adb4));
  --line: var(--wazaba-line, light-dark(#dcdad2, #343b40));
  --accent: var(--wazaba-accent, light-dark(#2a686c, #7cc4c4));
  --light: var(--wazaba-light-square, light-dark(#e9ecea, #b4c0c4));
  --dark: var(--wazaba-dark-square, light-dark(#8ea8ae, #5f7880));
  --last: light-dark(rgb(236 196 72 / 55%), rgb(226 182 60 / 50%));
  display: block;
  box-sizing: border-box;
  width: 100%;
  max-width: 420px;
  border: 1px solid var(--line);
  border-radius: 10px;
  overflow: hidden;
  background: var(--ground);
  color: var(--ink);
  font: 14px/1.45 system-ui, sans-serif;
}
:host([hidden]) { display: none; }
.field { display: flex; container-type: inline-size; }
.bar { position: relative; flex: 0 0 max(22px, 6cqi); display: flex; background: #3d464d; overflow: hidden; }
.bar > div { width: 100%; margin-top: auto; height: 50%; background: #f6f7f7; transition: height 0.3s; }
.bar.flipped > div { margin: 0 0 auto; }
.bar > span { position: absolute; inset: 3px 0 auto; color: #ffffff; font-size: max(10px, 2.4cqi); text-align: center;
  line-height: 1.2; font-variant-numeric: tabular-nums; }
.bar.white > span { color: #171c1f; }
.bar.white:not(.flipped) > span, .bar.flipped:not(.white) > span { inset: auto 0 3px; }
@container (width < 200px) { .bar { display: none; } }
.frame { position: relative; flex: 1; min-width: 0; }
.arrows { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; }
.arrow { fill: var(--accent); opacity: 0.75; }
.board { display: grid; grid-template: repeat(8, minmax(0, 1fr)) / repeat(8, minmax(0, 1fr));
  aspect-ratio: 1; direction: ltr; }
.board > div { position: relative; background: var(--light); }
.rank, .file { position: absolute; color: #33484c; font-size: max(8px, 2.4cqi); line-height: 1; }
.dark > .rank, .dark > .file { color: #10191b; }
.rank { top: 2px; left: 2px; }
.file { right: 2px; bottom: 2px; }
.board > .dark { background: var(--dark); }
.board > .last { box-shadow: inset 0 0 0 99px var(--last); }
.board svg { display: block; width: 100%; height: 100%; }
.piece { stroke-width: 1.4; stroke-linecap: round; stroke-linejoin: round; }
.piece .body { fill: #ffffff; stroke: #171c1f; }
.piece .edge, .piece .mark { fill: none; stroke: #171c1f; }
.piece .spot { fill: #171c1f; }
.piece.black .body { fill: #3d464d; }
.piece.black .mark { stroke: #e8ecee; }
.piece.black .spot { fill: #e8ecee; }
.tools { display: flex; flex-wrap: wrap; align-items: center; gap: 6px; padding: 8px 10px 2px; }
.steps { display: flex; gap: 2px; }
.tools .cost { margin-left: auto; color: var(--faint); font-size: 12px; font-variant-numeric: tabular-nums; }
button { padding: 3px 9px; border: 1px solid var(--line); border-radius: 6px; background: none; color: inherit; font: inherit;
  cursor: pointer; }
button:disabled { opacity: 0.45; cursor: default; }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.analyse { border-color: var(--accent); color: var(--accent); font-weight: 600; }
ol { margin: 0; padding: 4px 10px 10px; list-style: none; }
li { padding: 2px 0; }
.score { display: inline-block; min-width: 52px; font-weight: 600; font-variant-numeric: tabular-nums; }
.number { color: var(--faint); }
li button { padding: 0 2px; border: 0; }
li button:hover { color: var(--accent); text-decoration: underline; }
.moves { max-height: 14em; padding: 0 10px 10px; overflow-y: auto; }
.moves:empty { display: none; }
.moves button { padding: 0 3px; border: 0; font-weight: 600; }
.moves button[aria-current] { background: var(--accent); color: var(--ground); }
.remark, .variation { color: var(--faint); }
.variation button { font-weight: 400; }
.message { margin: 0; padding: 0 10px 10px; color: var(--faint); }
.message.bad { color: light-dark(#a8281e, #ff9d8f); }
.message:empty { display: none; }
`;

import { Engine, Position } from "wazaba";

const MOVES = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7".split(" ");

const [next, hook, element, depth] = ["#next", "#hook", "wazaba-analysis", "#element"].map((selector) =>
  document.querySelector(selector),
);
const engine = await Engine.create();
let position = Position.start();

element.addEventListener("wazaba-info", ({ detail }) => {
  depth.textContent = `depth ${detail.depth}`;
});

next.addEventListener("click", () => {
  position = position.play(MOVES[position.plies]);
  next.disabled = position.plies === MOVES.length;
  element.setAttribute("fen", position.fen);
  analyse();
});

/** Shows what the engine thinks. A new search ends the one before, and with it the loop over that. */
async function analyse() {
  hook.textContent = "…";
  engine.position(position);
  for await (const info of engine.go({ movetime: 2000 })) {
    if (info.type === "depth") hook.textContent = `depth ${info.depth}: ${info.san.slice(0, 6).join(" ")}`;
  }
}

analyse();

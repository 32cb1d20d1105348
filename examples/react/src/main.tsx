import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import { Position } from "wazaba";
import "wazaba/element";
import { useAnalysis } from "wazaba/react";

const MOVES = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7".split(" ");
const POSITIONS = [Position.start()];
for (const move of MOVES) POSITIONS.push(POSITIONS[POSITIONS.length - 1].play(move));

function App() {
  const [ply, setPly] = useState(0);
  const [depth, setDepth] = useState(0);
  const { fen } = POSITIONS[ply];
  const { info, error } = useAnalysis(fen, { movetime: 2000 });
  return (
    <>
      <h1>A game, move by move</h1>
      <button type="button" disabled={ply === MOVES.length} onClick={() => setPly(ply + 1)}>
        Next move
      </button>
      <h2>The hook</h2>
      <p id="hook">{info ? `depth ${info.depth}: ${info.san.slice(0, 6).join(" ")}` : (error?.message ?? "…")}</p>
      <h2>The element</h2>
      <wazaba-analysis fen={fen} auto movetime={2000} onwazaba-info={({ detail }) => setDepth(detail.depth)} />
      <p id="element">depth {depth}</p>
    </>
  );
}

const root = document.getElementById("root");
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );

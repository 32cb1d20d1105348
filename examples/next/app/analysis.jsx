"use client";

import { useState } from "react";
import "wazaba/element";
import { useAnalysis } from "wazaba/react";

/** What the engine thinks of the position that is shown, and in the end its move. */
export function Analysis({ fens }) {
  const [ply, setPly] = useState(0);
  const [depth, setDepth] = useState(0);
  const { info, result, error } = useAnalysis(fens[ply], { movetime: 2000 });
  const line = info ? `depth ${info.depth}: ${info.san.slice(0, 6).join(" ")}` : (error?.message ?? "…");
  return (
    <>
      <button type="button" disabled={ply === fens.length - 1} onClick={() => setPly(ply + 1)}>
        Next move
      </button>
      <h2>The engine</h2>
      <p id="hook">{line}</p>
      <p id="move">{result && `best is ${result.move}`}</p>
      <h2>The element</h2>
      <wazaba-analysis fen={fens[ply]} auto="" onwazaba-info={({ detail }) => setDepth(detail.depth)} />
      <p id="element">depth {depth}</p>
    </>
  );
}

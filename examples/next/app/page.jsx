import { Position } from "wazaba";
import { Analysis } from "./analysis";

/** The rules of the game work on the server; the engine is the browser's. */
export default function Page() {
  const moves = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7".split(" ");
  const positions = [Position.start()];
  for (const move of moves) positions.push(positions.at(-1).play(move));
  return (
    <main>
      <h1>A game, move by move</h1>
      <Analysis fens={positions.map(({ fen }) => fen)} />
    </main>
  );
}

/** Writes the engine's opinion behind each move of a game: `node annotate.js game.pgn`. */

import { readFile } from "node:fs/promises";
import { Engine, formatPgn, parsePgn } from "wazaba";

const [game] = parsePgn(await readFile(process.argv[2] ?? "game.pgn", "utf8"));
const engine = await Engine.create();
try {
  const comments = [];
  let position = game.position.first();
  for (const move of game.position.moves) {
    position = position.play(move);
    engine.position(position);
    const { move: reply, score, san } = await engine.go({ movetime: 50 }).result;
    if (reply === null) continue;
    const worth = "mate" in score ? `mate in ${score.mate}` : `${(score.cp / 100).toFixed(2)}`;
    comments.push({ ply: position.plies, text: `${worth} for the other side, who should play ${san[0]}` });
  }
  console.log(formatPgn(game.position, game.tags, comments));
} finally {
  // With `await using engine = …`, which Node knows from 24, nobody has to remember this.
  await engine.dispose();
}

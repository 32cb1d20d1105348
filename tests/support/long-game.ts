/** The PGN of a generated long game with many variations, comments, NAGs, clocks and arrows. */

import { Position } from "../../src/api/position";

/** @param moves of both sides, each @param variations as many of these have one, with a comment each */
export function longGame(moves: number, variations: number): string {
  let position = Position.start();
  const words: string[] = [];
  const every = Math.floor((2 * moves) / variations);
  for (let ply = 0; ply < 2 * moves; ply++) {
    const legal = position.legalMoves();
    const shift = (ply * 7 + (ply >> 3)) % legal.length;
    const turned = [...legal.slice(shift), ...legal.slice(0, shift)];
    // Quiet moves keep the pieces on the board, and the game going.
    const choices = turned.sort((a, b) => Number(a.captured !== null) - Number(b.captured !== null));
    const move = choices.find((one) => position.play(one).ending === null) ?? choices[0];
    const number = `${1 + (ply >> 1)}${ply % 2 === 0 ? "." : "..."}`;
    words.push(`${number} ${move.san}`);
    if (ply % 10 === 0)
      words.push(
        `$${1 + (ply % 6)} {[%cal Gd2d4,Re4e5] [%csl Ya1] [%clk 1:${10 + (ply % 50)}:00] after ply ${ply + 1}, "said" so}`,
      );
    if (ply % every === every - 1) {
      const other = choices.find(({ uci }) => uci !== move.uci);
      const after = other && position.play(other);
      const reply = after?.legalMoves()[0];
      if (other !== undefined)
        words.push(`( {instead} ${number} ${other.san} $6 ${reply?.san ?? ""} {and so on ${ply}} )`);
    }
    position = position.play(move);
  }
  return `[Event "Long"]\n[White "Ann \\"A\\" Other"]\n[Black "Böb"]\n[Result "1/2-1/2"]\n[Annotator "Me"]\n\n${words.join(" ")} 1/2-1/2\n`;
}

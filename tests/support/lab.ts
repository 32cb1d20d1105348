/** A folder with files of runs of every kind, as the lab finds them. */

import { appendFileSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CHESS } from "../../src/chess/variants/games";
import type { GameRecord } from "../../src/lab/match/game";

/** A name that must stay text. */
export const MARKUP = "<script>document.title='taken'</script>";

const LIMIT = { kind: "nodes", nodes: 5000 };
const MOVES = ["e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7"];

/** A scholar's mate, or a draw after a few of its moves. */
function gameOf(index: number, rest: Partial<GameRecord>): string {
  const moves = rest.winner === null ? MOVES.slice(0, 4) : MOVES;
  return JSON.stringify({
    index,
    date: "2026-01-02T03:04:05.000Z",
    white: index % 2 === 0 ? "a" : "b",
    fen: CHESS.fen,
    opening: moves.slice(0, 2),
    moves: moves.slice(2).map((move) => ({ move, score: { cp: 31 }, depth: 9, nodes: 4000, timeMs: 12 })),
    reason: rest.winner === null ? "adjudication" : "checkmate",
    winner: null,
    ...rest,
  });
}

/** The match's games: White wins most, and the first engine more often. */
const matchGame = (index: number) => gameOf(index, { winner: index % 4 === 0 ? "a" : index % 7 === 1 ? "b" : null });

export function labFolder(): { readonly folder: string; addGames(count: number): void } {
  const folder = mkdtempSync(join(tmpdir(), "wazaba-lab-"));
  const write = (name: string, lines: readonly string[]) => writeFileSync(join(folder, name), `${lines.join("\n")}\n`);
  const sprt = { elo0: 0, elo1: 20, model: "logistic", alpha: 0.05, beta: 0.05 };
  const match = { variant: "chess", limit: LIMIT };
  const header = { match, names: { a: "New", b: "Old" }, plan: { wanted: null, sprt } };
  write("match.jsonl", [JSON.stringify(header), ...Array.from({ length: 120 }, (_, i) => matchGame(i))]);

  const engines = [{ name: "Wazaba" }, { name: MARKUP }, { name: "Third" }];
  const tournament = { engines, variant: "chess", format: "round-robin", limit: LIMIT };
  const pairings = [[0, 1] as const, [0, 2] as const, [1, 2] as const];
  const games = Array.from({ length: 12 }, (_, index) => {
    return gameOf(index, { pairing: pairings[(index >> 1) % 3], winner: index % 3 === 0 ? "a" : null });
  });
  write("tournament.jsonl", [JSON.stringify({ tournament, plan: { wanted: 30, event: "Cup" } }), ...games]);

  const numbers = ["LmrBase", "LmrDivisor"].map((name, i) => ({ name, start: 80 + i }));
  const iterations = Array.from({ length: 40 }, (_, iteration) => {
    const values = { LmrBase: 80 + iteration / 4, LmrDivisor: 81 - Math.sin(iteration) };
    return JSON.stringify({ iteration, wins: 3, draws: 4, losses: 1, faults: 0, values });
  });
  const tune = { numbers, variant: "chess", limit: LIMIT, iterations: 100 };
  write("tuning.jsonl", [JSON.stringify({ tune }), ...iterations]);

  const datagen = { teacher: null, variant: "chess", nodes: 1000 };
  write("games.txt", [JSON.stringify({ datagen }), `${CHESS.fen}|1|e2e4 20 e7e5 -10`, `${CHESS.fen}|-1|e2e4 20`]);

  const losses = Array.from({ length: 8 }, (_, i) => `${i + 1},${0.006 - i * 2e-4},${0.0065 - i * 1e-4},60`);
  write("chess.csv", ["epoch,training,validation,seconds", ...losses]);
  write("broken.jsonl", [JSON.stringify(header), "{}"]);
  write("notes.txt", ["nothing of interest"]);
  let played = 120;
  return {
    folder,
    addGames: (count) => {
      for (let i = 0; i < count; i++) appendFileSync(join(folder, "match.jsonl"), `${matchGame(played++)}\n`);
    },
  };
}

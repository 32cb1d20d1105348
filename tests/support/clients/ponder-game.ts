/** A scripted client that lets the engine ponder and checks its answers against the protocol. */

import { expect } from "vitest";
import { parseUciMove } from "../../../src/chess/notation/uci-move";
import { formatUciMove } from "../../../src/chess/position/uci-text";
import { Game } from "../../../src/chess/rules/game";
import { randomNumbers } from "../../../src/random";
import type { Client } from "./client";

export interface PonderGame {
  /** What the opponent plays, and when, follows from it. */
  readonly seed: number;
  /** The game's length at most. */
  readonly plies: number;
  /** The engine's clock, milliseconds. */
  readonly left: number;
  readonly increment: number;
}

/** How late an answer may come on a busy machine, milliseconds. */
const GRACE = 250;

/**
 * Plays a game: the engine has White, its opponent plays the expected move (a hit) or any other (a miss) after some random
 * time. Every search must answer once and with a legal move, a ponder search not before its hit or stop, and no answer may
 * overstep the clock.
 */
export async function playPondering(
  engine: Client,
  { seed, plies, left, increment }: PonderGame,
): Promise<{ hits: number; misses: number }> {
  const random = randomNumbers(seed);
  const game = Game.start();
  const counts = { hits: 0, misses: 0 };
  let clock = left;
  const position = (extra: string[] = []) => ["position startpos moves", ...moveTexts(game), ...extra].join(" ");
  const times = () => `wtime ${Math.round(clock)} btime ${left} winc ${increment} binc ${increment}`;
  engine.send("ucinewgame", position(), `go ${times()}`);
  let asked = performance.now();
  while (true) {
    const { line } = await engine.until(/^bestmove /);
    const used = performance.now() - asked;
    expect(used).toBeLessThan(clock + GRACE);
    clock = Math.max(clock - used, 10) + increment;
    const [, best, , expected] = line.split(" ");
    game.play(parseUciMove(game, best));
    if (game.outcome() !== null || game.plies >= plies) return counts;

    // The opponent thinks, the engine ponders.
    if (expected !== undefined) {
      engine.send(position([expected]), `go ponder ${times()}`);
      await new Promise((resolve) => setTimeout(resolve, random(60)));
      expect((await engine.settle()).filter((text) => text.startsWith("bestmove"))).toEqual([]);
    }
    const legal = game.legalMoves();
    const isHit = expected !== undefined && random(2) === 0;
    game.play(isHit ? parseUciMove(game, expected) : legal[random(legal.length)]);
    if (isHit || moveTexts(game).at(-1) === expected) {
      counts.hits++;
      engine.send("ponderhit");
      asked = performance.now();
    } else {
      if (expected !== undefined) {
        counts.misses++;
        engine.send("stop");
        await engine.until(/^bestmove /);
      }
      if (game.outcome() !== null) return counts;
      engine.send(position(), `go ${times()}`);
      asked = performance.now();
    }
  }
}

function moveTexts({ moves, variant }: Game): string[] {
  return moves.map((move) => formatUciMove(move, false, variant));
}

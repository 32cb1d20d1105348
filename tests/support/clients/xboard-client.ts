/** An xboard client: a session with the engine's process, line by line. */

import { expect } from "vitest";
import { Game } from "../../../src/chess/rules/game";
import { parseXboardMove } from "../../../src/protocol/xboard/text";
import { Client } from "./client";

/** A line of thinking: `ply score time nodes pv`. */
export const THINKING = /^(\d+) (-?\d+) (\d+) (\d+) (\S.*)$/;
export const MATE_IN_TWO = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";

export class XboardClient extends Client {
  #pings = 0;

  constructor(args: readonly string[] = []) {
    super(["xboard", ...args]);
  }

  /** A new game in the state that every test starts from. */
  async reset(): Promise<void> {
    await this.answersTo("exit", "force", "easy", "nopost", "memory 16", "cores 1", "level 40 5 0", "new");
  }

  /** Sends lines; all that is said until they have been dealt with. */
  async answersTo(...lines: string[]): Promise<string[]> {
    this.send(...lines);
    return this.settle();
  }

  override async settle(): Promise<string[]> {
    this.send(`ping ${++this.#pings}`);
    return (await this.until(new RegExp(`^pong ${this.#pings}$`))).before;
  }
}

export async function wait(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Plays a thinking line through our own rules. */
export function expectLegal(fen: string, pv: string): void {
  const game = Game.fromFen(fen);
  expect(() => {
    for (const move of pv.split(" ")) game.play(parseXboardMove(game, move));
  }, `${pv} at ${fen}`).not.toThrow();
}

/** Readers of values that are more than a word or a number. */

import { readFileSync } from "node:fs";
import { parseSan } from "../../chess/notation/san";
import { parseFen } from "../../chess/position/fen";
import { Game } from "../../chess/rules/game";
import type { Variant } from "../../chess/variants/variant";
import { variantOfNet } from "../../engine/net/net";
import { MoveError, quote, WazabaError } from "../../errors";
import { warn } from "./faults";

/**
 * The network file of `--net`; null for `none`, undefined without the flag.
 *
 * @param games the variants that it may be for
 * @throws {WazabaError} `net` if it cannot be read, or is not a network for one of them
 */
export function netFrom(
  { net }: { net?: string | undefined },
  games: readonly Variant[],
): Uint8Array | null | undefined {
  if (net === undefined) return undefined;
  if (net === "none") return null;
  let file: Uint8Array;
  try {
    file = readFileSync(net);
  } catch (error) {
    throw new WazabaError("net", `--net: ${quote(net)} cannot be read: ${(error as Error).message}`);
  }
  // Parsed here too, so that the command fails at once.
  variantOfNet(file, games);
  return file;
}

/** The values of the flags of a position. */
export interface PositionValues {
  readonly fen?: string | undefined;
  readonly moves?: string | undefined;
}

/**
 * The position given as `--fen FEN` or as arguments, quoted or word by word, and the moves of `--moves`, which without a position
 * begin at the start; undefined if nothing was given.
 */
export function gameFrom({ fen, moves }: PositionValues, words: readonly string[], variant: Variant): Game | undefined {
  if (fen !== undefined && words.length > 0)
    throw new WazabaError("usage", "give a position after --fen or as an argument, not both");
  if (fen === undefined && words.length === 0 && moves === undefined) return undefined;
  const text = fen ?? (words.length === 0 ? "startpos" : words.join(" "));
  const game = new Game(parseFen(text, variant, warn));
  playMoves(game, moves ?? "");
  return game;
}

/** Plays moves, in SAN or UCI, with or without move numbers. */
function playMoves(game: Game, text: string): void {
  const words = text.split(/\s+/).map((word) => word.replace(/^\d+\.+/, ""));
  const moves = words.filter((word) => word !== "");
  moves.forEach((move, index) => {
    try {
      // `parseSan` reads UCI notation too.
      game.play(parseSan(game, move));
    } catch (error) {
      throw error instanceof MoveError ? new WazabaError("usage", `--moves: ${error.at(index).message}`) : error;
    }
  });
}

/**
 * An option of an engine, `NAME=VALUE`.
 *
 * @throws {WazabaError} naming the flag
 */
export function nameAndValue(flag: string, text: string): readonly [name: string, value: string] {
  const parts = /^([^=\r\n]+)=([^\r\n]*)$/.exec(text);
  if (parts === null) throw new WazabaError("usage", `${flag}: ${quote(text)} is not NAME=VALUE`);
  return [parts[1].trim(), parts[2].trim()];
}

/**
 * `reviewGame`, the public API's game review: every move judged, as `wazaba review` does it. It is an entry of
 * its own, `wazaba/review`, so that pages that only play need not download it. It depends only on the engine's methods, so it works
 * with the engine of each entry.
 */

import { type AnnotatedGame, formatPgn, type PgnResult, readAnnotatedPgn } from "../chess/notation/pgn";
import { playUciMoves } from "../chess/notation/uci-move";
import { parseFen } from "../chess/position/fen";
import { Game } from "../chess/rules/game";
import type { Variant } from "../chess/variants/variant";
import { PgnError, WazabaError } from "../errors";
import type { AnalysisLimits } from "../players/analyst";
import { annotatedPgn } from "../review/annotate";
import { evaluateGame } from "../review/evaluate";
import { OpeningNames } from "../review/names";
import { type Review, reviewOf } from "../review/review";
import { analystOf } from "./analyst";
import type { Engine } from "./engine";
import { expect, expectKeys, expectSignal, expectText } from "./expect";
import { atLeast } from "./limits";
import type { Position } from "./position";

/** Options of `reviewGame`. */
export interface ReviewOptions {
  /** The limit of the search of each position; with several limits, the first one reached counts. @default 50000, if there is no other limit */
  readonly nodes?: number;
  /** Plies. */
  readonly depth?: number;
  /** Milliseconds. */
  readonly movetime?: number;
  /** Names of openings: a table with the tab-separated columns eco, name, pgn. @default none */
  readonly names?: string;
  /** Called after each position, with the number done and the total. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Ends it early; it is then rejected with the signal's reason. */
  readonly signal?: AbortSignal;
}

const KEYS: Readonly<Record<keyof ReviewOptions, unknown>> = {
  nodes: 0,
  depth: 0,
  movetime: 0,
  names: 0,
  onProgress: 0,
  signal: 0,
};

const DEFAULT_NODES = 50_000;

/** A game and its review. */
export interface GameReview extends Review {
  /** The tags by their English names. */
  readonly tags: ReadonlyMap<string, string>;
  readonly result: PgnResult;
  /** The game with evaluations, `?!`, `?`, `??` and better lines. */
  readonly pgn: string;
}

/**
 * Judges every move of a game: its loss, its class, better lines, and the accuracy of both sides.
 *
 * @param engine searches all positions with its options, at full strength. It starts a new game, and must not be used for anything
 * else meanwhile; afterwards it is at the first position
 * @param game a PGN with one game of the engine's variant, or the last position of a game
 * @throws {PgnError} if the PGN cannot be read
 * @throws {WazabaError} `review` if the PGN has no game, more than one, or one of another variant, or if no move was played;
 * `type`, `unknown`, `limit` and `names` for wrong options; `engine` if it fails. This entry has its own error classes: check
 * `name` and `code`
 * @example
 * const { white, moves, pgn } = await reviewGame(engine, "1. f3 e5 2. g4 Qh4# 0-1", { nodes: 10000 });
 * white.accuracy; // percent
 * moves.filter((move) => move.class === "blunder").map(({ san, best }) => [san, best]); // [["g4", "e4"]]
 */
export async function reviewGame(
  engine: Engine,
  game: string | Position,
  options: ReviewOptions = {},
): Promise<GameReview> {
  expect(typeof engine?.go === "function", "engine", engine, "an Engine");
  expectKeys("options", options, KEYS);
  const { names, onProgress, signal } = options;
  expectSignal(signal);
  expect(onProgress === undefined || typeof onProgress === "function", "onProgress", onProgress, "a function");
  const limits = limitsOf(options);
  const { variant } = engine.current;
  const annotated = readGame(typeof game === "object" && game !== null ? pgnOf(game) : game, variant);
  const table = names === undefined ? undefined : new OpeningNames();
  table?.add(expectText("names", names ?? ""));
  signal?.throwIfAborted();
  const evaluations = await evaluateGame(annotated.game, analystOf(engine, signal), limits, onProgress);
  const review = reviewOf(annotated, evaluations, { names: table });
  return { tags: annotated.tags, result: annotated.result, ...review, pgn: annotatedPgn(annotated, review) };
}

function limitsOf({ nodes, depth, movetime }: ReviewOptions): AnalysisLimits {
  const given = Object.entries({ nodes, depth, movetime }).filter(([, value]) => value !== undefined);
  for (const [name, value] of given) atLeast(name, value as number, 1);
  return given.length === 0 ? { nodes: DEFAULT_NODES } : Object.fromEntries(given);
}

/** The only game of a PGN. @throws {PgnError}, {WazabaError} `review` */
function readGame(text: string, variant: Variant): AnnotatedGame {
  const games = [...readAnnotatedPgn(expectText("game", text), { variants: [variant] })];
  if (games.length !== 1) throw new WazabaError("review", `the PGN has ${games.length} games instead of one`);
  const [annotated] = games;
  if (annotated instanceof PgnError) throw annotated;
  if (annotated.game.variant.id !== variant.id) {
    throw new WazabaError(
      "review",
      `the game is one of ${annotated.game.variant.id}, and the engine plays ${variant.id}`,
    );
  }
  if (annotated.game.plies === 0) throw new WazabaError("review", "no move was played");
  return annotated;
}

/** The moves that led to a position. */
function pgnOf(position: Position): string {
  expect(typeof position.first === "function", "game", position, "a PGN or a Position");
  const game = new Game(parseFen(position.first().fen, position.variant));
  playUciMoves(game, position.moves, true);
  return formatPgn(game);
}

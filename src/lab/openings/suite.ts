/** The opening suite of a match: positions or lines from a file, or random openings, one for each pair of games. */

import { createHash } from "node:crypto";
import { readEpd } from "../../chess/notation/epd";
import { readPgn } from "../../chess/notation/pgn";
import { playUciMoves } from "../../chess/notation/uci-move";
import { formatFen, parseFen } from "../../chess/position/fen";
import { hasOrthodoxCastling, type Setup } from "../../chess/position/setup";
import { formatUciMove } from "../../chess/position/uci-text";
import { Game } from "../../chess/rules/game";
import type { Variant } from "../../chess/variants/variant";
import type { CoreName } from "../../engine/core/core";
import { EpdError, PgnError, quote, WazabaError } from "../../errors";
import { playTogether } from "../../players/in-turns";
import { OwnTeacher } from "../../players/teacher";
import { shuffled } from "../../random";
import { readTextFile } from "../../read-text";
import { findOpening, type OpeningSettings } from "./balanced";

/** A position, and the moves played from there before the engines take over. */
export interface Opening {
  readonly root: Setup;
  readonly moves: readonly number[];
}

/** An opening as plain text, for jobs. */
export interface OpeningText {
  readonly fen: string;
  /** In UCI. */
  readonly moves: readonly string[];
}

/** @param chess960 whether castling is written as king takes rook */
export function formatOpening({ root, moves }: Opening, { chess960 }: { readonly chess960: boolean }): OpeningText {
  const text = moves.map((move) => formatUciMove(move, chess960, root.variant));
  return { fen: formatFen(root, { chess960 }), moves: text };
}

/** @throws {WazabaError} if it is not legal in this variant */
export function readOpening({ fen, moves }: OpeningText, variant: Variant): Opening {
  const game = new Game(parseFen(fen, variant));
  playUciMoves(game, moves);
  return { root: game.root, moves: game.moves };
}

/** Where openings come from. */
export interface OpeningSuite {
  /** Whether castling must be written as king takes rook. */
  readonly chess960: boolean;
  /** How many openings there are; `Infinity` if they never repeat. */
  readonly size: number;
  /** What distinguishes it from other suites, as plain data. */
  readonly identity: object;
  /** The opening of the pair with that index, from 0; it does not depend on earlier calls. */
  opening(pair: number): Promise<Opening>;
  close(): Promise<void>;
}

/** Nodes that judge a random opening; the narrow band of unbalanced ones requires a stable score. */
const BALANCE_NODES = { balanced: 1000, unbalanced: 20_000 } as const;

/** Random openings that Wazaba scores as balanced, or as unbalanced within bounds. */
export class RandomSuite implements OpeningSuite {
  readonly size = Number.POSITIVE_INFINITY;
  readonly #settings: OpeningSettings;
  readonly #teacher: OwnTeacher;
  /** The last one requested: the two games of a pair follow each other. */
  #last: { readonly pair: number; readonly opening: Promise<Opening> } | null = null;

  constructor(settings: OpeningSettings, core: CoreName) {
    this.#settings = settings;
    const nodes = BALANCE_NODES[settings.imbalance === undefined ? "balanced" : "unbalanced"];
    this.#teacher = new OwnTeacher(core, settings.variant, nodes);
  }

  get chess960(): boolean {
    return this.#settings.chess960;
  }

  get identity(): object {
    const { seed, plies, balance, imbalance } = this.#settings;
    return { seed, plies, balance, ...(imbalance !== undefined && { imbalance }) };
  }

  opening(pair: number): Promise<Opening> {
    if (this.#last?.pair !== pair) {
      // One search at a time: all share the teacher.
      const before = this.#last?.opening.catch(() => {}) ?? Promise.resolve();
      this.#last = { pair, opening: before.then(() => this.#find(pair)) };
    }
    return this.#last.opening;
  }

  close(): Promise<void> {
    return this.#teacher.close();
  }

  async #find(pair: number): Promise<Opening> {
    await this.#teacher.newGame();
    const [{ game }] = await playTogether([findOpening(pair, this.#settings)], this.#teacher);
    return { root: game.root, moves: [] };
  }
}

/** The openings of a file, each once before any repeats. */
export class FileSuite implements OpeningSuite {
  readonly #openings: readonly Opening[];
  readonly chess960: boolean;
  readonly identity: object;

  /**
   * Reads an EPD file, one position per line, or, if the name ends in .pgn, a PGN file, one line of moves per game.
   *
   * @param seed shuffles them; undefined: in the file's order
   * @param variants further variants that a PGN may name
   * @throws {WazabaError} `openings` if it cannot be read, contains none, or one leaves nothing to play
   */
  constructor(file: string, variant: Variant, seed: number | undefined, variants: readonly Variant[]) {
    const fail = (reason: string) => new WazabaError("openings", `--openings: ${quote(file)}: ${reason}`);
    let text: string;
    try {
      text = readTextFile(file);
    } catch (error) {
      throw fail((error as Error).message);
    }
    const openings: Opening[] = [];
    for (const one of /\.pgn$/i.test(file) ? fromPgn(text, variants) : fromEpd(text, variant)) {
      if (one instanceof WazabaError) throw fail(one.message);
      const { where, opening } = one;
      const id = opening.root.variant.id;
      if (id !== variant.id) throw fail(`${where} is ${id}, not ${variant.id}`);
      const outcome = played(opening).outcome();
      if (outcome !== null) throw fail(`${where} leaves nothing to play: ${outcome.reason}`);
      openings.push(opening);
    }
    if (openings.length === 0) throw fail("contains no openings");
    this.chess960 = openings.some(({ root }) => !hasOrthodoxCastling(root));
    this.#openings = seed === undefined ? openings : shuffled(openings, seed);
    this.identity = { sha256: createHash("sha256").update(text).digest("hex"), seed: seed ?? null };
  }

  get size(): number {
    return this.#openings.length;
  }

  async opening(pair: number): Promise<Opening> {
    return this.#openings[pair % this.#openings.length];
  }

  async close(): Promise<void> {}
}

/** An opening, and where it is, for messages. */
interface LocatedOpening {
  readonly where: string;
  readonly opening: Opening;
}

function* fromEpd(text: string, variant: Variant): Generator<LocatedOpening | EpdError> {
  for (const record of readEpd(text, variant)) {
    if (record instanceof EpdError) yield record;
    else yield { where: `line ${record.line}`, opening: { root: record.root, moves: [] } };
  }
}

function* fromPgn(text: string, variants: readonly Variant[]): Generator<LocatedOpening | PgnError> {
  let number = 0;
  for (const one of readPgn(text, { variants })) {
    number++;
    if (one instanceof PgnError) yield one;
    else yield { where: `game ${number}`, opening: { root: one.game.root, moves: [...one.game.moves] } };
  }
}

function played({ root, moves }: Opening): Game {
  const game = new Game(root);
  for (const move of moves) game.play(move);
  return game;
}

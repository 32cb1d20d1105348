/**
 * Messages of a search on several machines. One machine leads: it calls members, and has the client. Whoever may write to this
 * Redis can write any of them, so each is checked on arrival: size, form, build, position, moves.
 */

import { MATE, MAX_DEPTH } from "../../assembly/search/score";
import { Game, MAX_GAME_PLIES, MAX_LINE_PLIES } from "../chess/rules/game";
import type { Variant } from "../chess/variants/variant";
import type { ScoredPv } from "../engine/core/core";
import { EXTENSION_NAMES, QUIESCENCE_NAMES, type SearchStyle } from "../engine/core/style";
import type { GamePosition } from "../engine/threads/messages";
import { quote } from "../errors";
import { array, boolean, integer, line, nullable, object, objectAt, oneOf, string, tagged } from "../validate";
import { FEN, VARIANT } from "./kinds";
import { contextWith, DEFINITIONS } from "./message";
import { type JobContext, JobRefused } from "./schema";

/** The most that a message may have, bytes. */
const MOST_BYTES = 262_144;
/** The most members that a leader tells of. */
export const MOST_MEMBERS = 256;
/** The longest line that is told, plies. */
const MOST_PLIES = 256;

/** The names of the channels of one build. */
export const channelsOf = (build: string) => ({ calls: `wazaba:search:${build}` });

/** The names of a leader's channels: to its members, from them, and for entries of tables. */
export function channelsOfLeader(build: string, leader: string) {
  const { calls } = channelsOf(build);
  return { down: `${calls}:${leader}:down`, up: `${calls}:${leader}:up`, table: `${calls}:${leader}:table` };
}

/** A leader's call: whoever has nothing to do may search along. It comes again and again while the search lasts. */
export interface Call {
  readonly build: string;
  readonly leader: string;
  /** Of the leader's searches, which one. They only rise. */
  readonly search: number;
  /** Of the leader's games, which one: tables are emptied between them. */
  readonly game: number;
  /** The definition of the game, if it is not built in. */
  readonly games: readonly string[];
  readonly variant: Variant;
  readonly fen: string;
  /** From there to the root, and those to be searched there, as numbers. */
  readonly moves: readonly number[];
  readonly searchMoves: readonly number[];
  readonly style: SearchStyle;
}

/** From a leader to its members. */
export type Down =
  /** It is at this iteration, and has heard of these members. Sent at least twice a second. */
  | { readonly type: "lead"; readonly search: number; readonly depth: number; readonly members: readonly string[] }
  /** The search is over. */
  | { readonly type: "end"; readonly search: number };

/** A member's best line. */
export interface Line extends ScoredPv {
  readonly seldepth: number;
}

/** From a member to its leader. */
export type Up =
  /** It is there; its line, if there is one by now. Sent at least twice a second. */
  | {
      readonly type: "report";
      readonly search: number;
      readonly member: string;
      readonly nodes: number;
      readonly line: Line | null;
    }
  /** It searches no more. */
  | { readonly type: "leave"; readonly search: number; readonly member: string };

const SEARCH = integer(1, Number.MAX_SAFE_INTEGER);
const LEADER = string(16, /^[0-9a-f]{16}$/, "the name of a leader");
const MEMBER = string(100, /^[\w.-]{1,80}:\d{1,10}:[0-9a-f]{8}$/, "the name of a member");
/** As `assembly/rules/move.ts` has them. Whether one is legal is said by whoever plays it. */
const MOVE = integer(1, 0xffff);

const STYLE = object<SearchStyle>({
  quiescence: oneOf(...QUIESCENCE_NAMES),
  quiesMax: integer(0, 20),
  pureFlags: boolean,
  extensions: array(oneOf(...EXTENSION_NAMES), EXTENSION_NAMES.length),
});

const CALL = object<Call, JobContext>({
  build: line(60),
  leader: LEADER,
  search: SEARCH,
  game: integer(0, Number.MAX_SAFE_INTEGER),
  games: DEFINITIONS,
  variant: VARIANT,
  fen: FEN,
  moves: array(MOVE, MAX_GAME_PLIES),
  searchMoves: array(MOVE, 256),
  style: STYLE,
});

const DOWN = tagged<Down>("type", {
  lead: object({
    type: oneOf("lead"),
    search: SEARCH,
    depth: integer(0, MAX_DEPTH),
    members: array(MEMBER, MOST_MEMBERS),
  }),
  end: object({ type: oneOf("end"), search: SEARCH }),
});

const LINE = object<Line>({
  depth: integer(1, MAX_DEPTH),
  seldepth: integer(0, 1000),
  score: integer(-MATE, MATE),
  isBound: boolean,
  pv: array(MOVE, MOST_PLIES),
});

const UP = tagged<Up>("type", {
  report: object({
    type: oneOf("report"),
    search: SEARCH,
    member: MEMBER,
    nodes: integer(0, Number.MAX_SAFE_INTEGER),
    line: nullable(LINE),
  }),
  leave: object({ type: oneOf("leave"), search: SEARCH, member: MEMBER }),
});

/** A message as it travels. Games stand in it by their ids. */
export function encode(message: Down | Up | (Omit<Call, "variant"> & { readonly variant: string })): Buffer {
  return Buffer.from(JSON.stringify(message));
}

/**
 * Checks a call.
 *
 * @throws {WazabaError} with the first thing that is wrong; also if it is for another build
 */
export function readCall(message: Buffer, build: string): Call & { readonly position: GamePosition } {
  const data = parse(message);
  const { games } = data;
  const call = CALL(data, "call", contextWith(DEFINITIONS(games, "call.games", undefined)));
  if (call.build !== build) throw new JobRefused(`it is for Wazaba ${quote(call.build)}, and this is ${quote(build)}`);
  const game = Game.fromFen(call.fen, call.variant);
  for (const move of call.moves) game.play(move);
  const legal = game.legalMoves();
  if (legal.length === 0) throw new JobRefused("call: the game is over");
  if (!call.searchMoves.every((move) => legal.includes(move)))
    throw new JobRefused("call.searchMoves: not all are legal");
  return { ...call, position: { root: game.root, moves: call.moves } };
}

/** @throws {WazabaError} with the first thing that is wrong */
export function readDown(message: Buffer): Down {
  return DOWN(parse(message), "message", undefined);
}

/** @throws {WazabaError} with the first thing that is wrong */
export function readUp(message: Buffer): Up {
  return UP(parse(message), "message", undefined);
}

/**
 * Whether a line can be played. The game is as before afterwards.
 *
 * @param searchMoves what it may begin with; anything if there are none
 * @throws {WazabaError} if it cannot
 */
export function expectPlayable(game: Game, { pv }: ScoredPv, searchMoves: readonly number[]): void {
  if (searchMoves.length > 0 && !searchMoves.includes(pv[0])) throw new JobRefused("a line begins with no wanted move");
  const { plies } = game;
  try {
    for (const move of pv) game.play(move, MAX_LINE_PLIES);
  } finally {
    while (game.plies > plies) game.undo();
  }
}

/** @throws {JobRefused} if it is too long, or no object in JSON */
function parse(message: Buffer): Readonly<Record<string, unknown>> {
  if (message.length > MOST_BYTES) throw new JobRefused(`${message.length} bytes are more than ${MOST_BYTES}`);
  let value: unknown;
  try {
    value = JSON.parse(message.toString("utf8"));
  } catch {
    throw new JobRefused("it is not JSON");
  }
  return objectAt(value, "message");
}

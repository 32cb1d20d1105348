/**
 * Messages of a search on several machines. One machine leads: it has the client, and calls members. Anybody with access to this Redis
 * can send them, so each is validated on arrival: size, format, build, position, moves.
 */

import { MATE, MAX_DEPTH } from "../../assembly/search/score";
import type { Line } from "../chess/notation/line";
import { Game, MAX_GAME_PLIES, MAX_LINE_PLIES } from "../chess/rules/game";
import type { Variant } from "../chess/variants/variant";
import { EXTENSION_NAMES, QUIESCENCE_NAMES, type SearchStyle } from "../engine/core/style";
import type { GamePosition } from "../engine/worker/messages";
import { quote } from "../errors";
import { array, boolean, integer, line, nullable, object, objectAt, oneOf, string, tagged } from "../validate";
import { FEN, VARIANT } from "./kinds";
import { contextWith, DEFINITIONS } from "./message";
import { type JobContext, JobRefused } from "./schema";

/** The maximum size of a message, bytes. */
const MAX_BYTES = 262_144;
/** The maximum number of members in a message. */
export const MAX_MEMBERS = 256;
/** The maximum length of a line, plies. */
const MAX_PLIES = 256;

/** The channel names of one build. */
export const channelsOf = (build: string) => ({ calls: `wazaba:search:${build}` });

/** The names of a leader's channels: to its members, from them, and for table entries. */
export function channelsOfLeader(build: string, leader: string) {
  const { calls } = channelsOf(build);
  return { down: `${calls}:${leader}:down`, up: `${calls}:${leader}:up`, table: `${calls}:${leader}:table` };
}

/** A leader's call to idle members to join a search. It is repeated while the search lasts. */
export interface Call {
  readonly build: string;
  readonly leader: string;
  /** The leader's number for the search; it only rises. */
  readonly search: number;
  /** The leader's number for the game: tables are cleared between games. */
  readonly game: number;
  /** The variant's definition, if it is not built in. */
  readonly games: readonly string[];
  readonly variant: Variant;
  readonly fen: string;
  /** The moves from there to the root, and those to search there, as numbers. */
  readonly moves: readonly number[];
  readonly searchMoves: readonly number[];
  readonly style: SearchStyle;
}

/** From a leader to its members. */
export type Down =
  /** The leader's iteration, and its members. Sent at least twice a second. */
  | { readonly type: "lead"; readonly search: number; readonly depth: number; readonly members: readonly string[] }
  /** The search is over. */
  | { readonly type: "end"; readonly search: number };

/** A member's best line. */
export interface MemberLine extends Line {
  readonly seldepth: number;
}

/** From a member to its leader. */
export type Up =
  /** A heartbeat with its line, if there is one. Sent at least twice a second. */
  | {
      readonly type: "report";
      readonly search: number;
      readonly member: string;
      readonly nodes: number;
      readonly line: MemberLine | null;
    }
  /** It has left the search. */
  | { readonly type: "leave"; readonly search: number; readonly member: string };

const SEARCH = integer(1, Number.MAX_SAFE_INTEGER);
const LEADER = string(16, /^[0-9a-f]{16}$/, "a leader's name");
const MEMBER = string(100, /^[\w.-]{1,80}:\d{1,10}:[0-9a-f]{8}$/, "a member's name");
/** Encoded as in `assembly/rules/move.ts`. Whether it is legal is checked when it is played. */
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
    members: array(MEMBER, MAX_MEMBERS),
  }),
  end: object({ type: oneOf("end"), search: SEARCH }),
});

const LINE = object<MemberLine>({
  depth: integer(1, MAX_DEPTH),
  seldepth: integer(0, 1000),
  score: integer(-MATE, MATE),
  isBound: boolean,
  pv: array(MOVE, MAX_PLIES),
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

/** Serializes a message. Variants are named by their ids. */
export function encode(message: Down | Up | (Omit<Call, "variant"> & { readonly variant: string })): Buffer {
  return Buffer.from(JSON.stringify(message));
}

/**
 * Validates a call.
 *
 * @throws {WazabaError} for the first fault; also if it is for another build
 */
export function readCall(message: Buffer, build: string): Call & { readonly position: GamePosition } {
  const data = parse(message);
  const { games } = data;
  const call = CALL(data, "call", contextWith(DEFINITIONS(games, "call.games", undefined)));
  if (call.build !== build) throw new JobRefused(`it is for Wazaba ${quote(call.build)}, but this is ${quote(build)}`);
  const game = Game.fromFen(call.fen, call.variant);
  for (const move of call.moves) game.play(move);
  const legal = game.legalMoves();
  if (legal.length === 0) throw new JobRefused("call: the game is over");
  if (!call.searchMoves.every((move) => legal.includes(move)))
    throw new JobRefused("call.searchMoves: not all moves are legal");
  return { ...call, position: { root: game.root, moves: call.moves } };
}

/** @throws {WazabaError} for the first fault */
export function readDown(message: Buffer): Down {
  return DOWN(parse(message), "message", undefined);
}

/** @throws {WazabaError} for the first fault */
export function readUp(message: Buffer): Up {
  return UP(parse(message), "message", undefined);
}

/**
 * Checks that a line can be played. The game is left unchanged.
 *
 * @param searchMoves the moves it may start with; empty: any
 * @throws {WazabaError} if it cannot
 */
export function expectPlayable(game: Game, { pv }: Line, searchMoves: readonly number[]): void {
  if (searchMoves.length > 0 && !searchMoves.includes(pv[0]))
    throw new JobRefused("the line starts with a move that is not in searchMoves");
  const { plies } = game;
  try {
    for (const move of pv) game.play(move, MAX_LINE_PLIES);
  } finally {
    while (game.plies > plies) game.undo();
  }
}

/** @throws {WazabaError} if it is too long, or not a JSON object */
function parse(message: Buffer): Readonly<Record<string, unknown>> {
  if (message.length > MAX_BYTES)
    throw new JobRefused(`the message has ${message.length} bytes; at most ${MAX_BYTES} are allowed`);
  let value: unknown;
  try {
    value = JSON.parse(message.toString("utf8"));
  } catch {
    throw new JobRefused("the message is not JSON");
  }
  return objectAt(value, "message");
}

/**
 * Messages of a search on several machines. One machine leads: it calls members, and has the client. Whoever may write to this
 * Redis can write any of them, so each is checked on arrival: size, form, build, position, moves.
 */

import { MATE, MAX_DEPTH } from "../../assembly/search/score";
import { MAX_LENGTH } from "../chess/rules/define-variant";
import { Game, MAX_GAME_PLIES, MAX_LINE_PLIES } from "../chess/rules/game";
import type { Variant } from "../chess/variants/variant";
import type { ScoredPv } from "../engine/core/core";
import { EXTENSION_NAMES, QUIESCENCE_NAMES, type SearchStyle } from "../engine/core/style";
import type { GamePosition } from "../engine/threads/messages";
import { quote } from "../errors";
import { FEN, GAME } from "./kinds";
import { MOST_GAMES, readingWith } from "./message";
import { fields, flag, JobRefused, list, oneOf, orNull, type Reading, type Shape, tagged, text, whole } from "./shape";

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

const SEARCH = whole(1, Number.MAX_SAFE_INTEGER);
const LEADER = text(16, /^[0-9a-f]{16}$/, "the name of a leader");
const MEMBER = text(100, /^[\w.-]{1,80}:\d{1,10}:[0-9a-f]{8}$/, "the name of a member");
/** As `assembly/rules/move.ts` has them. Whether one is legal is said by whoever plays it. */
const MOVE = whole(1, 0xffff);

const STYLE: Shape<SearchStyle> = fields<SearchStyle>({
  quiescence: oneOf(...QUIESCENCE_NAMES),
  quiesMax: whole(0, 20),
  pureFlags: flag,
  extensions: list(oneOf(...EXTENSION_NAMES), EXTENSION_NAMES.length),
});

const CALL = fields<Call>({
  build: text(60),
  leader: LEADER,
  search: SEARCH,
  game: whole(0, Number.MAX_SAFE_INTEGER),
  games: list(text(MAX_LENGTH, /^/), MOST_GAMES),
  variant: GAME,
  fen: FEN,
  moves: list(MOVE, MAX_GAME_PLIES),
  searchMoves: list(MOVE, 256),
  style: STYLE,
});

const DOWN = tagged<Down>("type", {
  lead: fields({
    type: oneOf("lead"),
    search: SEARCH,
    depth: whole(0, MAX_DEPTH),
    members: list(MEMBER, MOST_MEMBERS),
  }),
  end: fields({ type: oneOf("end"), search: SEARCH }),
});

const LINE = fields<Line>({
  depth: whole(1, MAX_DEPTH),
  seldepth: whole(0, 1000),
  score: whole(-MATE, MATE),
  isBound: flag,
  pv: list(MOVE, MOST_PLIES),
});

const UP = tagged<Up>("type", {
  report: fields({
    type: oneOf("report"),
    search: SEARCH,
    member: MEMBER,
    nodes: whole(0, Number.MAX_SAFE_INTEGER),
    line: orNull(LINE),
  }),
  leave: fields({ type: oneOf("leave"), search: SEARCH, member: MEMBER }),
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
  const call = CALL(data, "call", readingWith(list(text(MAX_LENGTH, /^/), MOST_GAMES)(games, "call.games", NOTHING)));
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
  return DOWN(parse(message), "message", NOTHING);
}

/** @throws {WazabaError} with the first thing that is wrong */
export function readUp(message: Buffer): Up {
  return UP(parse(message), "message", NOTHING);
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

const NOTHING: Reading = { games: new Map(), engines: new Set() };

/** @throws {JobRefused} if it is too long, or no object in JSON */
function parse(message: Buffer): Readonly<Record<string, unknown>> {
  if (message.length > MOST_BYTES) throw new JobRefused(`${message.length} bytes are more than ${MOST_BYTES}`);
  let value: unknown;
  try {
    value = JSON.parse(message.toString("utf8"));
  } catch {
    throw new JobRefused("it is not JSON");
  }
  if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  throw new JobRefused("it is not an object");
}

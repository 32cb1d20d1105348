/** A game as a link: in the fragment of the page's address (behind #), which no browser sends. */

import { playMoves } from "../../../api/play-moves";
import { Position } from "../../../api/position";
import { WazabaError } from "../../../errors";
import { message } from "../../../message";
import { ODDS, type Odds, readTime, type TimeLeft, type TimeSetting } from "../../play/clock";
import { treeOfGame } from "../../play/game-tree";
import type { Seat } from "../../play/match";
import { formatRecord, readGames } from "../../play/pgn";
import type { Decision, GameRecord, RecordedGame } from "../../play/record";
import { STYLES, type Style } from "../../play/style";
import { t } from "../shell/language";
import { addOwnGame, definitionOf } from "./own-games";

/** The contents of a link. */
export interface Link {
  readonly game: RecordedGame;
  /** The last position of the game. */
  readonly position: Position;
  /** The place in the line, plies. */
  readonly ply: number;
  /** The place in the whole tree, in the order of `GameNode.all`; null if it is in the game itself. */
  readonly node: number | null;
  readonly tab: string | null;
  readonly you: Seat | null;
  readonly elo: number | null | undefined;
  readonly blackElo: number | null | undefined;
  readonly style: Style | undefined;
  readonly time: TimeSetting | null;
  readonly odds: Odds | undefined;
  readonly isFlipped: boolean;
  /** Whether it holds more than the start of a game. */
  readonly isBegun: boolean;
  /** The clocks; null if they are as at the start. */
  readonly left: TimeLeft | null;
  /** Whether Wazaba waits, as `Match.isHeld`. */
  readonly isHeld: boolean;
}

const SEATS: readonly string[] = ["white", "black", "both", "neither"] satisfies Seat[];

/**
 * Parses the fragment of an address.
 *
 * @throws {WazabaError} if its game, position or moves are invalid
 */
export function readLink(hash: string): Link {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const game = readGame(said);
  const { line } = game.root;
  const last = line.length - 1;
  const you = said.get("you") ?? "";
  return {
    game,
    position: line[last].position,
    ply: readNumber(said.get("ply")) ?? last,
    node: readNumber(said.get("node")),
    tab: said.get("tab"),
    you: SEATS.includes(you) ? (you as Seat) : null,
    elo: readElo(said.get("elo")),
    blackElo: readElo(said.get("black")),
    style: STYLES.find((style) => style === said.get("style")),
    time: readTime(said.get("time") ?? ""),
    odds: ODDS.find((odds) => String(odds) === said.get("odds")),
    isFlipped: said.has("flip"),
    isBegun: last > 0 || said.has("fen"),
    left: readTimeLeft(said.get("left")),
    isHeld: said.has("held"),
  };
}

/** The game of a link: its moves, or a whole PGN. */
function readGame(said: URLSearchParams): RecordedGame {
  const end = readDecision(said.get("end"));
  const definition = said.get("variant");
  const own = definition === null ? null : addOwnGame(definition);
  const pgn = said.get("pgn");
  if (pgn !== null) {
    const [game] = readGames(pgn, { variants: own === null ? [] : [own] });
    if (game === undefined || game instanceof Error)
      throw game ?? new WazabaError("link", message`its PGN has no games`);
    const isGiven = game.decision !== null || (game.tags?.size ?? 0) > 0;
    return { ...game, tags: isGiven ? game.tags : null, decision: end ?? game.decision };
  }
  const variant = own ?? said.get("game") ?? "chess";
  const fen = said.get("fen");
  const start = fen === null ? Position.start(variant) : Position.fromFen(fen, variant);
  const position = playMoves(start, said.get("moves") ?? "");
  return { root: treeOfGame(position), tags: null, decision: end };
}

/** How much of a game a link holds. */
export type Extent = "all" | "without comments" | "moves";

/** The fragment for a game and the place in it. */
export function writeLink(
  record: GameRecord,
  others: Readonly<Record<string, string | null>>,
  extent: Extent = "all",
): string {
  const { variant, root, ply, current, end } = record;
  const isWhole = extent !== "moves" && record.isAnnotated;
  const first = root.position.fen;
  const said = new URLSearchParams();
  const definition = definitionOf(variant);
  if (definition !== null) said.set("variant", definition);
  if (isWhole) said.set("pgn", shortPgn(formatRecord(record, record.tags ?? [], extent === "all")));
  else {
    if (variant.id !== "chess" && definition === null) said.set("game", variant.id);
    if (first !== variant.fen) said.set("fen", first);
    if (end !== root) said.set("moves", root.line.flatMap(({ move }) => move?.uci ?? []).join(","));
  }
  const decision = record.gameEnding;
  if (record.isDecided && decision !== null && (!isWhole || decision.reason !== "")) {
    said.set("end", `${decision.winner ?? "draw"},${decision.reason}`);
  }
  if (isWhole && record.isAside) said.set("node", String([...root.walk()].indexOf(current)));
  else if (current !== end) {
    // A link without variations leads to where this one has left the game.
    const game = new Set(root.line);
    said.set("ply", String(Math.min(ply, record.entries.filter((node) => game.has(node)).length - 1)));
  }
  for (const [name, value] of Object.entries(others)) if (value !== null) said.set(name, value);
  // These are allowed unescaped, and easier to read.
  return said.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
}

/** Longer addresses are cut by some programs. */
const LONGEST = 8000;

/** As much of a game as fits into an address, and what is left out of it; empty for nothing. */
export function writeAddress(
  record: GameRecord,
  others: Readonly<Record<string, string | null>>,
): { readonly address: string; readonly missing: string } {
  const address = writeLink(record, others);
  if (address.length <= LONGEST) return { address, missing: "" };
  const shorter = writeLink(record, others, "without comments");
  if (shorter.length <= LONGEST) return { address: shorter, missing: t("comments") };
  return { address: writeLink(record, others, "moves"), missing: t("comments, variations and names") };
}

/** A PGN on one line, without tags that say nothing. */
function shortPgn(pgn: string): string {
  return pgn
    .replace(/^\[\w+ "(\?|\?{4}\.\?\?\.\?\?|\*)"\]\n/gm, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** `black,resignation`, `draw,agreement`. */
function readDecision(text: string | null): Decision | null {
  const [, winner, reason] = /^(white|black|draw),(.{0,40})$/.exec(text ?? "") ?? [];
  if (reason === undefined) return null;
  return { winner: winner === "white" || winner === "black" ? winner : null, reason };
}

/** The time left, milliseconds: `59000,60000`, White's first. */
function readTimeLeft(text: string | null): TimeLeft | null {
  const [, white, black] = /^(\d{1,9}),(\d{1,9})$/.exec(text ?? "") ?? [];
  return black === undefined ? null : { white: Number(white), black: Number(black) };
}

export function timeLeftText(left: (side: "white" | "black") => number): string {
  return `${Math.round(left("white"))},${Math.round(left("black"))}`;
}

function readNumber(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}

/** Undefined if there is none, null for full strength. */
function readElo(text: string | null): number | null | undefined {
  if (text === null) return undefined;
  if (text === "full") return null;
  const elo = Number(text);
  if (Number.isInteger(elo)) return elo;
  throw new WazabaError("link", message`${text} is not a level`);
}

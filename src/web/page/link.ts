/** A game as a link: in the fragment of the page's address (behind #), which no browser sends. */

import { Position } from "../../api/position";
import { WazabaError } from "../../errors";
import { readTime, type TimeLeft, type TimeSetting } from "../../play/clock";
import type { Seat } from "../../play/match";
import type { Decision, GameRecord } from "../../play/record";

/** The contents of a link. */
export interface Link {
  readonly position: Position;
  readonly ply: number;
  readonly tab: string | null;
  readonly you: Seat | null;
  readonly elo: number | null | undefined;
  readonly time: TimeSetting | null;
  readonly isFlipped: boolean;
  /** Whether it holds more than the start of a game. */
  readonly isBegun: boolean;
  /** How the game was ended outside of the rules of the board; null if it was not. */
  readonly decision: Decision | null;
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
  const variant = said.get("game") ?? "chess";
  const fen = said.get("fen");
  let position = fen === null ? Position.start(variant) : Position.fromFen(fen, variant);
  for (const move of (said.get("moves") ?? "").split(/[\s,]+/)) if (move !== "") position = position.play(move);
  const ply = said.get("ply");
  const you = said.get("you") ?? "";
  const elo = said.get("elo");
  return {
    position,
    ply: ply !== null && /^\d+$/.test(ply) ? Number(ply) : position.plies,
    tab: said.get("tab"),
    you: SEATS.includes(you) ? (you as Seat) : null,
    elo: elo === null ? undefined : elo === "full" ? null : readElo(elo),
    time: readTime(said.get("time") ?? ""),
    isFlipped: said.has("flip"),
    isBegun: position.plies > 0 || fen !== null,
    decision: readDecision(said.get("end")),
    left: readTimeLeft(said.get("left")),
    isHeld: said.has("held"),
  };
}

/** The fragment for a game and the place in it. */
export function writeLink(record: GameRecord, others: Readonly<Record<string, string | null>>): string {
  const { variant, entries, ply } = record;
  const first = entries[0].position.fen;
  const said = new URLSearchParams();
  if (variant.id !== "chess") said.set("game", variant.id);
  if (first !== Position.start(variant).fen) said.set("fen", first);
  if (entries.length > 1) said.set("moves", entries.flatMap(({ move }) => move?.uci ?? []).join(","));
  if (record.isDecided && record.ending !== null) {
    said.set("end", `${record.ending.winner ?? "draw"},${record.ending.reason}`);
  }
  if (!record.isAtEnd) said.set("ply", String(ply));
  for (const [name, value] of Object.entries(others)) if (value !== null) said.set(name, value);
  // These are allowed unescaped, and easier to read.
  return said.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
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

function readElo(text: string): number {
  const elo = Number(text);
  if (Number.isInteger(elo)) return elo;
  throw new WazabaError("link", `${text} is not a level`);
}

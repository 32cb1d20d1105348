/** A game as a link: in the fragment of the page's address (behind #), which no browser sends. */

import { Position } from "../../api/position";
import { WazabaError } from "../../errors";
import { readTime, type TimeSetting } from "../../play/clock";
import type { Seat } from "../../play/match";
import type { GameRecord } from "../../play/record";

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
  if (!record.isAtEnd) said.set("ply", String(ply));
  for (const [name, value] of Object.entries(others)) if (value !== null) said.set(name, value);
  // These are allowed unescaped, and easier to read.
  return said.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
}

function readElo(text: string): number {
  const elo = Number(text);
  if (Number.isInteger(elo)) return elo;
  throw new WazabaError("link", `${text} is not a level`);
}

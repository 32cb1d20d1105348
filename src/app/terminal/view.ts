/** What a game in a terminal is shown on: a screen that is drawn again and again, or lines of words. */

import type { Colour } from "../../api/position";
import type { Match, MatchTerms } from "../play/match";
import type { GameRecord } from "../play/record";
import { gameName } from "../play/words";

/** A view of a game. */
export interface View {
  /** Shows the game as it is now: a move has just been made, the game has been ended, or everything may be new. */
  show(what: "move" | "end" | "game"): void;
  /** Tells the user something. */
  say(text: string): void;
  /** Turns the board round. */
  flip(): void;
  /** Shows what the engine is thinking at the moment. */
  think(text: string): void;
}

/** Who plays a side: `You`, `Wazaba`. */
export function playerName(match: Match, side: Colour): string {
  if (match.isEngines(side)) return "Wazaba";
  return match.terms.you === "both" ? (side === "white" ? "White" : "Black") : "You";
}

/** `Orthodox chess: you are White, against Wazaba (Elo 1250), 1 s a move`. */
export function headline({ variant }: GameRecord, { terms }: Match): string {
  const { you } = terms;
  const who =
    you === "both"
      ? "two people"
      : you === "neither"
        ? `Wazaba${levelText(terms)} against itself`
        : `you are ${you === "white" ? "White" : "Black"}, against Wazaba${levelText(terms)}`;
  return `${gameName(variant.id)}: ${who}, ${timeText(terms)}`;
}

function levelText({ elo }: MatchTerms): string {
  return elo === null ? "" : ` (Elo ${elo})`;
}

function timeText({ time }: MatchTerms): string {
  if (time.kind === "move") return `${time.ms / 1000} s a move`;
  return `${time.ms / 1000} s + ${time.increment / 1000} s`;
}

/** A text in lines of at most `width` columns, cut at blanks. */
export function wrapped(text: string, width: number): string[] {
  return text.split("\n").flatMap((line) => {
    const lines: string[] = [];
    let rest = line;
    while (rest.length > width) {
      const blank = rest.lastIndexOf(" ", width);
      const cut = blank > 0 ? blank : width;
      lines.push(rest.slice(0, cut));
      rest = rest.slice(cut).trimStart();
    }
    return [...lines, rest];
  });
}

/** The moves of a game with their numbers, a text each: `1. e4 e5`, `2. Nf3`. */
export function numberedMoves({ entries }: GameRecord): string[] {
  const first = entries[0].position;
  const offset = first.turn === "white" ? 0 : 1;
  const start = first.moveNumber;
  const rows: string[] = [];
  entries.slice(1).forEach(({ move }, index) => {
    const ply = index + offset;
    const number = start + (ply >> 1);
    if (ply % 2 === 0) rows.push(`${number}. ${move?.san}`);
    else if (index === 0) rows.push(`${number}... ${move?.san}`);
    else rows[rows.length - 1] += ` ${move?.san}`;
  });
  return rows;
}

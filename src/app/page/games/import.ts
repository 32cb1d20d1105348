/** What somebody pastes, drops or opens: PGN, FEN, moves, JSON or a link. Its form alone says what it is; nothing is fetched. */

import { Position, type PositionJson } from "../../../api/position";
import { findVariant } from "../../../chess/variants/names";
import type { Variant } from "../../../chess/variants/variant";
import { addOwnGame, ownGames } from "./own-games";

/** Sites that people copy addresses from. */
export type Site = "lichess" | "chess.com" | "other";

export type Imported =
  /** Games, as PGN. */
  | { readonly kind: "games"; readonly pgn: string }
  /** A position, maybe with the moves that led to it. */
  | { readonly kind: "position"; readonly position: Position }
  /** The fragment of a link that this page has made. */
  | { readonly kind: "link"; readonly hash: string }
  /** The address of a page of another host, which is not fetched. */
  | { readonly kind: "address"; readonly site: Site };

/** An address, and nothing else. */
const ADDRESS = /^(?:https?:\/\/|www\.|(?=lichess\.org\/|chess\.com\/))(\S+)$/i;
/** What a link of this page may hold. */
const OWN_LINK = /#(?:.*&)?(?:pgn|moves|fen|game|variant)=/;
/** The placement of a FEN: at least four ranks, so that no date or result is taken for one. */
const PLACEMENT = /^[\w~+[\]]+(?:\/[\w~+[\]]*){3,}(?:\s|$)/;

/**
 * Recognizes a text.
 *
 * @param variant of the game on the board: FENs and moves that name no variant are of this one
 * @throws {WazabaError} for a position, or the definition of a game, with an error
 */
export function recognize(text: string, variant: Variant): Imported {
  const content = text.replace(/^\uFEFF/, "").trim();
  const [, address] = ADDRESS.exec(content) ?? [];
  if (address !== undefined) {
    if (OWN_LINK.test(address)) return { kind: "link", hash: address.slice(address.indexOf("#")) };
    return { kind: "address", site: siteOf(address) };
  }
  if (PLACEMENT.test(content)) return { kind: "position", position: positionOf(content, variant) };
  const values = jsonIn(content);
  if (values !== null) return ofJson(values, content, variant);
  return { kind: "games", pgn: content.startsWith("[") ? content : named(content, variant.id) };
}

function siteOf(address: string): Site {
  const host = address.replace(/[/?#].*/, "").toLowerCase();
  if (/(^|\.)lichess\.org$/.test(host)) return "lichess";
  return /(^|\.)chess\.com$/.test(host) ? "chess.com" : "other";
}

/** A FEN of the current variant; of orthodox chess if it makes no sense there. */
function positionOf(fen: string, variant: Variant): Position {
  try {
    return Position.fromFen(fen, variant);
  } catch (error) {
    if (variant.id === "chess") throw error;
    try {
      return Position.fromFen(fen);
    } catch {
      throw error;
    }
  }
}

/** The values of a JSON text, or of one with a value on each line; null if it is neither. Tags of a PGN are none. */
function jsonIn(text: string): readonly unknown[] | null {
  if (!/^[{[]/.test(text)) return null;
  for (const parts of [[text], text.split(/\r?\n/).filter((line) => line.trim() !== "")]) {
    try {
      return parts.map((part) => JSON.parse(part) as unknown);
    } catch {
      // The other way, or none.
    }
  }
  return null;
}

/** Games and positions as Wazaba's `toJSON`, lichess and chess.com write them; otherwise the definition of a game. */
function ofJson(values: readonly unknown[], text: string, variant: Variant): Imported {
  const games = values.flatMap(gamesIn);
  const [first] = games;
  if (games.length === 1 && Array.isArray(first.moves)) {
    const own = ownGames().find(({ id }) => id === first.variant);
    return { kind: "position", position: Position.fromJSON(first as unknown as PositionJson, own) };
  }
  if (games.length === 1 && typeof first.fen === "string" && typeof first.moves !== "string" && !("pgn" in first))
    return { kind: "position", position: positionOf(first.fen, variantIn(first) ?? variant) };
  if (games.length > 0) return { kind: "games", pgn: games.map(pgnOfJson).join("\n\n") };
  return { kind: "position", position: Position.start(addOwnGame(text)) };
}

type Json = Readonly<Record<string, unknown>>;

/** The objects in a value that hold a game or a position. */
function gamesIn(value: unknown): Json[] {
  if (Array.isArray(value)) return value.flatMap(gamesIn);
  if (typeof value !== "object" || value === null) return [];
  const object = value as Json;
  if (Array.isArray(object.games)) return object.games.flatMap(gamesIn);
  const isGame = typeof object.pgn === "string" || typeof object.moves === "string" || typeof object.fen === "string";
  return isGame || (Array.isArray(object.moves) && typeof object.start === "string") ? [object] : [];
}

function pgnOfJson(game: Json): string {
  const variant = variantIn(game)?.id ?? textOf(game.variant);
  if (typeof game.pgn === "string") return game.pgn.trim().startsWith("[") ? game.pgn : named(game.pgn, variant);
  const fen = textOf(game.initialFen ?? game.start ?? (game.moves === undefined ? game.fen : ""));
  const players = [tag("White", playerIn(game, "white")), tag("Black", playerIn(game, "black"))].join("");
  const moves = Array.isArray(game.moves) ? game.moves.map(textOf).join(" ") : textOf(game.moves);
  return named(`${players}${tag("FEN", fen === "startpos" ? "" : fen)}\n${moves} *`, variant);
}

/** The player's name: `players.white.user.name` of lichess, `white.username` of chess.com. */
function playerIn(game: Json, side: "white" | "black"): string {
  const seat = ((game.players as Json | undefined)?.[side] ?? game[side]) as Json | string | undefined;
  if (typeof seat === "string") return seat;
  return textOf((seat?.user as Json | undefined)?.name ?? seat?.name ?? seat?.username);
}

function variantIn({ variant }: Json): Variant | undefined {
  return findVariant(textOf(variant), ownGames());
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function tag(name: string, value: string): string {
  return value === "" ? "" : `[${name} "${value.replace(/["\\]/g, "\\$&")}"]\n`;
}

/** Movetext of a variant, with the tag that says so. */
function named(movetext: string, variant: string): string {
  const header = variant === "chess" ? "" : tag("Variant", variant);
  return header + (movetext.startsWith("[") || header === "" ? "" : "\n") + movetext;
}

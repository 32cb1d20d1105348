/** The PGN of a record: names, tags, comments, NAGs, variations, clocks and result, out and in. */

import { type Colour, Position } from "../api/position";
import { PgnError } from "../errors";
import { type AnnotatedGame, formatAnnotatedPgn, type PgnOptions, readAnnotatedPgn } from "../notation/pgn";
import { lineOfTree, treeOfLine } from "./game-tree";
import type { Match } from "./match";
import type { Decision, GameRecord, RecordedGame } from "./record";

type Tag = readonly [name: string, value: string];

/** Writes the game. Tags of a PGN that was loaded stay; otherwise there are the players', and those given. */
export function pgnOf(record: GameRecord, match: Match, tags: readonly Tag[] = []): string {
  const all = new Map(record.tags === null ? [...playersOf(match), ...tags] : tags);
  for (const [name, value] of record.tags ?? []) if (name !== "Result" && name !== "Termination") all.set(name, value);
  return formatRecord(record, all);
}

/** Writes a game with no tags but these and its result. */
export function formatRecord(record: GameRecord, tags: Iterable<Tag>, hasComments = true): string {
  const { gameEnding, end, root } = record;
  const all = new Map(tags);
  all.delete("Result");
  // Results by the rules follow from the moves.
  if (gameEnding !== null && end.ending === null) {
    all.set("Result", gameEnding.winner === "white" ? "1-0" : gameEnding.winner === "black" ? "0-1" : "1/2-1/2");
    const termination = gameEnding.reason === "time" ? "time forfeit" : "normal";
    all.set("Termination", record.tags?.get("Termination") ?? termination);
  }
  return formatAnnotatedPgn(end.position.game(), all, lineOfTree(root, hasComments));
}

/** Reads the games of a PGN, each when it is wanted; a game that cannot be read gives an error in its place. */
export function* readGames(text: string, options?: PgnOptions): Generator<RecordedGame | PgnError, void, undefined> {
  for (const game of readAnnotatedPgn(text, options)) yield game instanceof PgnError ? game : recorded(game);
}

function recorded({ game, tags, result, line, warnings }: AnnotatedGame): RecordedGame {
  const position = Position.of(game);
  return {
    root: treeOfLine(position.first(), line),
    tags: new Map([...tags].filter(([name, value]) => !isImplied(name, value, position.variant.id))),
    decision: position.ending === null ? decisionOf(result, tags.get("Termination")) : null,
    warnings: warnings.map(({ message }) => message),
  };
}

/** Whether formatting adds a tag by itself. */
function isImplied(name: string, value: string, variant: string): boolean {
  if (name === "Variant") return value === variant;
  return ["Result", "SetUp", "FEN"].includes(name) || /^[?]+([.][?]+)*$/.test(value);
}

function decisionOf(result: AnnotatedGame["result"], termination: string | undefined): Decision | null {
  // Both have lost by forfeit: no draw.
  if (result === "*" || result === "0-0") return null;
  const winner = result === "1-0" ? "white" : result === "0-1" ? "black" : null;
  return { winner, reason: termination === "time forfeit" ? "time" : "" };
}

function playersOf(match: Match): Tag[] {
  const { elo, time } = match.terms;
  const tags: Tag[] = [];
  for (const side of ["white", "black"] as const) {
    const tag = side === "white" ? "White" : "Black";
    tags.push([tag, playerOf(match, side)]);
    if (match.isEngines(side) && elo !== null) tags.push([`${tag}Elo`, String(elo)]);
  }
  if (time.kind === "clock") tags.push(["TimeControl", `${time.ms / 1000}+${time.increment / 1000}`]);
  return tags;
}

function playerOf(match: Match, side: Colour): string {
  return match.isEngines(side) ? "Wazaba" : "You";
}

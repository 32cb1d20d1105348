/** The PGN of a record: names, tags, comments, NAGs, variations, clocks and result, out and in. */

import { type Colour, Position } from "../../api/position";
import { type AnnotatedGame, formatAnnotatedPgn, type PgnOptions, readAnnotatedPgn } from "../../chess/notation/pgn";
import { PgnError } from "../../errors";
import type { TimeSetting } from "./clock";
import { addLine, GameNode, lineOfTree } from "./game-tree";
import type { Match } from "./match";
import type { Decision, GameRecord, RecordedGame } from "./record";

type Tag = readonly [name: string, value: string];

/** Writes the game. Tags of a PGN that was loaded stay; otherwise there are the players', and those given. */
export function pgnOf(record: GameRecord, match: Match, tags: readonly Tag[] = []): string {
  const all = new Map(record.tags === null ? [...playersOf(match), ...tags] : tags);
  for (const [name, value] of record.tags ?? []) all.set(name, value);
  return formatRecord(record, all);
}

/** Writes a game with no tags but these and its result. What a PGN says of its end stands as long as that is the end. */
export function formatRecord(record: GameRecord, tags: Iterable<Tag>, hasComments = true): string {
  const { gameEnding, end, root } = record;
  const all = new Map(tags);
  all.set("Result", resultOf(gameEnding));
  if (record.hasGivenEnd) all.set("Result", record.tags?.get("Result") ?? resultOf(gameEnding));
  else {
    all.delete("Termination");
    // An end by the rules follows from the moves.
    if (gameEnding !== null && end.ending === null)
      all.set("Termination", gameEnding.reason === "time" ? "time forfeit" : "normal");
  }
  return formatAnnotatedPgn(end.position.game(), all, lineOfTree(root, hasComments));
}

/** Reads the games of a PGN, each when it is wanted; a game that cannot be read gives an error in its place. */
export function* readGames(text: string, options?: PgnOptions): Generator<RecordedGame | PgnError, void, undefined> {
  for (const game of readAnnotatedPgn(text, options)) yield game instanceof PgnError ? game : recorded(game);
}

function recorded({ game, tags, result, line, oddities }: AnnotatedGame): RecordedGame {
  const position = Position.of(game);
  const { ending } = position.isOver ? position : { ending: null };
  const said = decisionOf(result, tags.get("Termination"));
  const isOpen = said === null && ending !== null;
  return {
    root: addLine(new GameNode(position.first()), line),
    tags: new Map(
      [...tags].filter(([name, value]) => {
        // An end of the board that the file does not count as one.
        return name === "Result" ? isOpen : !isImplied(name, value, position.variant.id);
      }),
    ),
    decision: ending !== null && ending.winner === said?.winner ? null : said,
    warnings: oddities,
  };
}

function resultOf(ending: Decision | null): string {
  if (ending === null) return "*";
  return ending.winner === "white" ? "1-0" : ending.winner === "black" ? "0-1" : "1/2-1/2";
}

/** Whether formatting adds a tag by itself. */
function isImplied(name: string, value: string, variant: string): boolean {
  if (name === "Variant") return value === variant;
  return ["SetUp", "FEN"].includes(name) || /^[?]+([.][?]+)*$/.test(value);
}

function decisionOf(result: AnnotatedGame["result"], termination: string | undefined): Decision | null {
  // Both have lost by forfeit: no draw.
  if (result === "*" || result === "0-0") return null;
  const winner = result === "1-0" ? "white" : result === "0-1" ? "black" : null;
  return { winner, reason: termination === "time forfeit" ? "time" : "" };
}

function playersOf(match: Match): Tag[] {
  const tags: Tag[] = [];
  for (const side of ["white", "black"] as const) {
    const tag = side === "white" ? "White" : "Black";
    tags.push([tag, playerOf(match, side)]);
    const elo = match.eloOf(side);
    if (match.isEngines(side) && elo !== null) tags.push([`${tag}Elo`, String(elo)]);
  }
  const [white, black] = [timeTag(match.timeOf("white")), timeTag(match.timeOf("black"))];
  if (white !== black) tags.push(["WhiteTimeControl", white], ["BlackTimeControl", black]);
  else if (white !== "") tags.push(["TimeControl", white]);
  return tags;
}

/** `60+2`; empty for a fixed time for each move, which is the engine's alone. */
function timeTag(time: TimeSetting): string {
  return time.kind === "clock" ? `${time.ms / 1000}+${time.increment / 1000}` : "";
}

function playerOf(match: Match, side: Colour): string {
  return match.isEngines(side) ? "Wazaba" : "You";
}

/** The commands of a game in a terminal: what one can type besides moves. */

import { ELO } from "../../engine/worker/limited-strength";

/** A command, as `help` shows it. */
export interface CommandText {
  readonly name: CommandName;
  /** Other words for it. */
  readonly others: readonly string[];
  /** What comes after it. */
  readonly takes: string;
  readonly about: string;
}

export type CommandName = keyof typeof COMMANDS;

const COMMANDS = {
  undo: [["u", "back"], "", "takes back your last move and the answer"],
  hint: [["?"], "", "a move for you"],
  eval: [["score"], "", "what the position is worth, and the best line"],
  moves: [[], "[SQUARE]", "the legal moves, all or those of one piece"],
  board: [["b", "show"], "", "shows the position once more"],
  flip: [["f"], "", "turns the board round"],
  now: [["!"], "", "Wazaba moves at once"],
  go: [["switch"], "", "changes sides: Wazaba plays for the side to move"],
  level: [["elo"], "ELO | full", `Wazaba's strength, ${ELO.min} to ${ELO.max}`],
  draw: [[], "", "offers a draw"],
  resign: [[], "", "gives up the game"],
  new: [["n"], "[white | black | both]", "another game, with those pieces"],
  save: [[], "FILE", "writes the game into a new PGN file"],
  load: [[], "FILE [NUMBER]", "goes on with a game of a PGN file"],
  fen: [[], "[FEN]", "tells the FEN, or sets up a position"],
  pgn: [[], "", "shows the game as PGN"],
  help: [["h", "commands"], "", "this list"],
  quit: [["q", "exit", "bye"], "", "leaves"],
} as const;

export const COMMAND_TEXTS: readonly CommandText[] = Object.entries(COMMANDS).map(([name, [others, takes, about]]) => {
  return { name: name as CommandName, others, takes, about };
});

/** All words that are commands. */
export const COMMAND_WORDS: readonly string[] = COMMAND_TEXTS.flatMap(({ name, others }) => [name, ...others]);

/** The command of a word, in any case; undefined if it is none. */
export function findCommand(word: string): CommandName | undefined {
  const wanted = word.toLowerCase();
  return COMMAND_TEXTS.find(({ name, others }) => name === wanted || others.includes(wanted))?.name;
}

/** What `help` says. */
export function helpText(): string {
  const rows = COMMAND_TEXTS.map(({ name, takes, about }) => [`${name} ${takes}`.trim(), about]);
  const width = Math.max(...rows.map(([command]) => command.length)) + 2;
  return [
    "A move is typed as e4, Nf3, O-O, e8=Q, or e2e4, e7e8q. Commands:",
    ...rows.map(([command, about]) => `${command.padEnd(width)}${about}`),
  ].join("\n");
}

/** Checks the output of a search against the letter of the protocol and the rules of the game. */

import { expect } from "vitest";
import { playUciMoves } from "../../../src/chess/notation/uci-move";
import { formatUciMove } from "../../../src/chess/position/uci-text";
import { Game } from "../../../src/chess/rules/game";
import type { Client } from "./client";

const MOVE = "(?:[a-h][1-8]|[A-Z]@)[a-h][1-8][a-z]?";

/** The fields of an info line, in their order, and what stands in them. */
const FIELDS = {
  depth: "\\d+",
  seldepth: "\\d+",
  multipv: "[1-9]\\d*",
  score: "(?:cp|mate) -?\\d+(?: lowerbound| upperbound)?",
  wdl: "\\d+ \\d+ \\d+",
  currmove: MOVE,
  currmovenumber: "[1-9]\\d*",
  nodes: "\\d+",
  nps: "\\d+",
  hashfull: "\\d+",
  tbhits: "[1-9]\\d*",
  time: "\\d+",
  pv: `${MOVE}(?: ${MOVE})*`,
} as const;

type Field = keyof typeof FIELDS;
type Info = Partial<Record<Field, string>>;

const INFO = new RegExp(
  `^info${Object.entries(FIELDS)
    .map(([name, value]) => `(?: ${name} (?<${name}>${value}))?`)
    .join("")}$`,
);

/** What stands in every line that a client keeps. */
const ALWAYS: readonly Field[] = ["depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "time"];

const ANSWER = new RegExp(`^bestmove (${MOVE}|\\(none\\))(?: ponder (${MOVE}))?$`);

/** Whatever else may be said, in answer to whatever command. */
const OTHERS = [
  /^info string \S/,
  /^(id name|id author|option name) \S/,
  /^(uciok|readyok)$/,
  /^$/,
  /^ (\+---){8}\+$/,
  /^( \| .){8} \| [1-8]$/,
  /^ {3}a {3}b {3}c {3}d {3}e {3}f {3}g {3}h$/,
  /^(Game|Fen|Key): \S/,
  new RegExp(`^${MOVE}: \\d+$`),
  /^Nodes searched: \d+$/,
  /^bench: \d+$/,
];

/** The fields of an info line. Fails if anything else is in it, or anything is out of its order. */
function infoOf(line: string): Info {
  const fields = INFO.exec(line)?.groups;
  if (fields === undefined) expect.fail(`no info line: ${line}`);
  return fields;
}

/** Checks that every line has a known form. */
export function expectForm(lines: readonly string[]): void {
  for (const line of lines) {
    if (!OTHERS.some((form) => form.test(line)) && !ANSWER.test(line)) infoOf(line);
  }
}

/** What a search is requested to do besides its limits. */
export interface Wanted {
  /** Lines. @default 1 */
  readonly multiPv?: number;
  /** Moves to look at. @default all legal ones */
  readonly searchMoves?: number;
  /** @default false */
  readonly showWdl?: boolean;
  /** @default false */
  readonly chess960?: boolean;
  /** Threads that search: the vote may choose a helper's line, which is then told last. @default 1 */
  readonly threads?: number;
}

/** A search that has been answered. */
export interface Search {
  /** The lines of each iteration; the last one may not have been completed. */
  readonly iterations: readonly (readonly Info[])[];
  readonly strings: readonly string[];
  readonly best: string;
}

/** Has a position of a game searched, and holds all that is said until the answer against the protocol. */
export async function search(engine: Client, game: Game, go: string, wanted: Wanted = {}): Promise<Search> {
  engine.send(positionLine(game, wanted.chess960), go);
  return readSearch(engine, game, wanted);
}

export function positionLine({ root, moves, variant }: Game, chess960 = false): string {
  const texts = moves.map((move) => formatUciMove(move, chess960, variant));
  return `position fen ${new Game(root).fen({ chess960 })} moves ${texts.join(" ")}`;
}

/** Reads on to the next answer. */
export async function readSearch(engine: Client, game: Game, wanted: Wanted = {}): Promise<Search> {
  const { line, before } = await engine.until(/^bestmove/);
  expectForm(before);
  const strings = before.filter((text) => text.startsWith("info string "));
  const infos = before.filter((text) => /^info (?!string )/.test(text)).map(infoOf);
  const kept = infos.filter(({ pv }) => pv !== undefined);
  // What endgame tables say is no iteration, and comes at any time.
  const searched = kept.filter(({ tbhits }) => tbhits === undefined);
  const iterations = expectIterations(
    (wanted.threads ?? 1) > 1 ? withoutVoted(searched) : searched,
    Math.min(wanted.multiPv ?? 1, wanted.searchMoves ?? game.legalMoves().length),
  );
  for (const info of kept) expectKept(info, game, wanted.showWdl === true);
  expectRising(infos.map(({ nodes }) => nodes));
  expectRising(infos.map(({ time }) => time));
  const [, best, ponder] = ANSWER.exec(line) ?? expect.fail(`no answer: ${line}`);
  expect([best, ponder], `the last of\n${before.join("\n")}`).toEqual(told(kept));
  return { iterations, strings, best };
}

/**
 * What the main thread has told: without the last line, if that is a helper's. That has any depth, by chance also the next one;
 * but the main thread tells nothing after a bound that it did not resolve.
 */
function withoutVoted(infos: readonly Info[]): readonly Info[] {
  const [before, last] = infos.slice(-2);
  const isVoted = last?.multipv === "1" && (Number(last.depth) !== infos.length || before.score?.includes("bound"));
  return isVoted ? infos.slice(0, -1) : infos;
}

/** The answer that the last best line announces: its first two moves. */
function told(infos: readonly Info[]): (string | undefined)[] {
  const last = infos.filter(({ multipv }) => multipv === "1").at(-1);
  const [best, reply] = last?.pv?.split(" ") ?? ["(none)"];
  return [best, reply];
}

/**
 * Every depth reports, from 1 on; its lines come together, best first, each with another first move. The last one may have
 * been ended before it knew all: then lines of the depth before follow, and the best may be a bound.
 */
function expectIterations(infos: readonly Info[], lines: number): Info[][] {
  const iterations: Info[][] = [];
  for (const info of infos) {
    if (info.multipv === "1") iterations.push([]);
    iterations.at(-1)?.push(info);
  }
  iterations.forEach((iteration, i) => {
    const isLast = i === iterations.length - 1;
    const depths = iteration.map(({ depth }) => Number(depth));
    const whole = isLast ? depths.filter((depth) => depth === i + 1) : depths;
    expect(depths).toEqual(depths.map((_, k) => (k < whole.length ? i + 1 : i)));
    expect(whole.length).toBeGreaterThan(0);
    // Of the first iteration there may be nothing yet but some lines.
    const count = isLast && i === 0 ? iteration.length : lines;
    expect(iteration.map(({ multipv }) => multipv)).toEqual(Array.from({ length: count }, (_, k) => String(k + 1)));
    expect(new Set(iteration.map(({ pv }) => pv?.split(" ")[0])).size).toBe(count);
    for (const depth of new Set(depths)) {
      const worths = iteration.filter((info) => Number(info.depth) === depth).map(({ score }) => worth(score));
      expect(worths).toEqual([...worths].sort((a, b) => b - a));
    }
    const bounds = iteration.filter(({ score = "" }) => score.includes("bound"));
    expect(bounds.filter(({ multipv, score = "" }) => !isLast || multipv !== "1" || !score.includes(" lower"))).toEqual(
      [],
    );
  });
  return iterations;
}

/** Scores in one order: being mated, the later the better; centipawns; mating, the sooner the better. */
function worth(score = ""): number {
  const [kind, value] = score.split(" ");
  if (kind === "cp") return Number(value);
  return Number(value) > 0 ? 1e6 - Number(value) : -1e6 - Number(value);
}

function expectKept(info: Info, game: Game, showWdl: boolean): void {
  for (const field of ALWAYS) expect(info, field).toHaveProperty(field, expect.any(String));
  expect(Number(info.hashfull)).toBeLessThanOrEqual(1000);
  expect(Number(info.seldepth)).toBeGreaterThan(0);
  if (showWdl) expect(info.wdl?.split(" ").reduce((sum, part) => sum + Number(part), 0)).toBe(1000);
  else expect(info.wdl).toBeUndefined();
  expectLegal(game, info.pv?.split(" ") ?? []);
}

/** Moves can be played one after the other, and none follows the end of the game. */
function expectLegal(game: Game, moves: readonly string[]): void {
  const line = game.copy();
  const where = `${moves.join(" ")} at ${game.fen()}`;
  moves.forEach((move, i) => {
    if (i > 0) expect(line.outcome(), where).toBeNull();
    expect(() => playUciMoves(line, [move]), where).not.toThrow();
  });
}

function expectRising(values: readonly (string | undefined)[]): void {
  const numbers = values.filter((value) => value !== undefined).map(Number);
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
}

/** UCI for the fuzzer. */

import fc from "fast-check";
import { formatUciMove } from "../../src/chess/position/uci-text";
import { OPTION_NAMES, type OptionName, optionsWith } from "../../src/engine/session/options";
import { MAX_LINE } from "../../src/line-reader";
import { played, scraps, walks } from "../support/arbitraries";
import type { Protocol } from "./protocol";

const COMMANDS = new Set([
  "uci",
  "debug",
  "isready",
  "setoption",
  "ucinewgame",
  "position",
  "go",
  "ponderhit",
  "stop",
  "quit",
  "d",
  "eval",
  "bench",
]);

const DECLARED = optionsWith([]);

/** A few words in any order, some of them left out. */
function someOf(words: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc.tuple(...words).chain((all) => fc.shuffledSubarray(all).map((chosen) => chosen.join(" ")));
}

const upTo = (name: string, most: number) => fc.integer({ min: -1, max: most }).map((value) => `${name} ${value}`);
const squares = fc.stringMatching(/^[a-h][1-8]$/);
const moves = fc.tuple(squares, squares, fc.constantFrom("", "", "", "q", "n")).map((parts) => parts.join(""));

/** Searches that end soon, and those that must be stopped. */
const go = someOf([
  upTo("depth", 4),
  upTo("nodes", 3000),
  upTo("movetime", 10),
  upTo("wtime", 200),
  upTo("btime", 200),
  upTo("winc", 5),
  upTo("binc", 5),
  upTo("movestogo", 3),
  upTo("mate", 3),
  upTo("perft", 2),
  fc.constantFrom("infinite", "ponder", "depth 3", "nodes 500", "wtime 50 btime 50", "perft 9", "perft 999"),
  fc.array(moves, { minLength: 1, maxLength: 4 }).map((list) => `searchmoves ${list.join(" ")}`),
]).map((limits) => `go ${limits}`);

/** A game up to some ply, from its start or from a later position. */
const positions = fc.tuple(walks(60), fc.nat(60), fc.boolean()).map(([walk, ply, chess960]) => {
  const game = played(walk);
  const texts = game.moves.map((move) => formatUciMove(move, chess960, game.variant));
  while (game.plies > ply) game.undo();
  return { id: walk.id, line: `position fen ${game.fen({ chess960 })} moves ${texts.slice(game.plies).join(" ")}` };
});

const openings = fc
  .array(fc.constantFrom("e2e4", "e7e5", "g1f3", "b8c6", "f1b5"), { maxLength: 5 })
  .map((list) => `position startpos moves ${list.join(" ")}`);

const ends = fc.constantFrom("stop", "stop", "ponderhit", "isready", "isready", "d", "eval");

/** The largest value to try where larger ones only take memory. */
const LARGEST: Partial<Record<OptionName, number>> = { Hash: 16, Threads: 4 };

/** A valid value, one at its bounds, or none. */
function valuesOf(name: OptionName): fc.Arbitrary<string> {
  const option = DECLARED[name];
  switch (option.type) {
    case "button":
      return fc.constantFrom("", "now");
    // A path: anything else would be made.
    case "string":
      return fc.constantFrom("", "<empty>");
    case "check":
      return fc.constantFrom("true", "false", "TRUE", "yes", "1", "");
    case "combo":
      return fc.oneof(fc.constantFrom(...option.choices), scraps);
    case "spin": {
      const largest = LARGEST[name];
      const near = fc.integer({ min: option.min - 1, max: Math.min(largest ?? option.max, option.min + 4) });
      const bad = ["-0", "+3", "1.5", "1e3"];
      const atBound = largest === undefined ? [...bad, option.max, option.max + 1, 2 ** 31, 2 ** 53] : bad;
      return fc.oneof(near.map(String), fc.constantFrom(...atBound).map(String), scraps);
    }
  }
}

/** A game, a core or a thread comes up in some hundredths of a second: they change now and then only. */
const COSTLY: readonly string[] = ["Hash", "Threads", "Core", "UCI_Variant"];
const [costly, cheap] = [true, false].map((wanted) => OPTION_NAMES.filter((name) => COSTLY.includes(name) === wanted));

function settingOf(names: readonly OptionName[]): fc.Arbitrary<string> {
  return fc
    .constantFrom(...names)
    .chain((name) => valuesOf(name).map((value) => `setoption name ${name} value ${value}`));
}

/** Lines that are long, or of very many words; the last is longer than a line may be. */
const giants = fc.constantFrom(
  `position startpos moves ${"g1f3 g8f6 f3g1 f6g8 ".repeat(1100)}`,
  `position fen ${"8/".repeat(100_000)}`,
  `go searchmoves ${"e2e4 ".repeat(20_000)}nodes 10`,
  `setoption name ${"Hash value ".repeat(20_000)}`,
  `${"x ".repeat(200_000)}isready`,
  " ".repeat(1_000_000),
  `isready ${"y".repeat(MAX_LINE)}`,
);

const one = (lines: fc.Arbitrary<string>) => lines.map((line) => [line]);

export const UCI: Protocol = {
  args: [],
  greeting: ["uci", "uciok"],
  scenes: fc.oneof(
    {
      weight: 400,
      arbitrary: fc.tuple(
        positions.map(({ line }) => line),
        go,
        ends,
      ),
    },
    { weight: 300, arbitrary: fc.tuple(openings, go) },
    {
      weight: 20,
      arbitrary: fc.tuple(positions, go, ends).map(([{ id, line }, search, end]) => {
        return [`setoption name UCI_Variant value ${id}`, line, search, end];
      }),
    },
    { weight: 300, arbitrary: one(settingOf(cheap)) },
    { weight: 6, arbitrary: one(settingOf(costly)) },
    { weight: 200, arbitrary: one(go) },
    { weight: 200, arbitrary: one(ends) },
    {
      weight: 60,
      arbitrary: one(fc.constantFrom("ucinewgame", "debug on", "debug off", "debug", "uci", "register later")),
    },
    { weight: 2, arbitrary: one(fc.constant("bench")) },
    { weight: 1, arbitrary: one(giants) },
  ),
  commandOf: (line) => {
    if (line.length > MAX_LINE) return undefined;
    return line.split(/\s+/).find((word) => COMMANDS.has(word));
  },
  answers: {
    uci: /^uciok$/,
    isready: /^readyok$/,
    go: /^(bestmove |Nodes searched: |info string perft: )/,
    d: /^Key: /,
    eval: /^info string evaluation /,
    bench: /^(bench: |info string bench stopped)/,
  },
  farewells: ["quit"],
  halt: ["stop"],
  barrier: (number) => ({
    line: `setoption name barrier-${number}`,
    answer: `info string no such option: "barrier-${number}"`,
  }),
  reset: [
    "debug off",
    ...OPTION_NAMES.flatMap((name) => {
      const option = DECLARED[name];
      return "default" in option ? [`setoption name ${name} value ${option.default}`] : [];
    }),
    "position startpos",
    "ucinewgame",
  ],
  bench: [["bench"], /^bench: (\d+)$/],
};

/** xboard's protocol for the fuzzer. */

import fc from "fast-check";
import { formatUciMove } from "../../src/chess/position/uci-text";
import { played, scraps, walks } from "../support/arbitraries";
import type { Protocol } from "./protocol";

const squares = fc.stringMatching(/^[a-h][1-8]$/);
const moves = fc.oneof(
  fc.constantFrom("e2e4", "e7e5", "g1f3", "d7d5", "O-O", "e7e8q", "@@@@"),
  fc.tuple(squares, squares).map((parts) => parts.join("")),
);
const numbers = fc.oneof(fc.integer({ min: -1, max: 20 }).map(String), scraps);

/** Commands without arguments. */
const BARE = [
  ..."new force go playother white black ? . draw hint bk undo remove hard easy post nopost analyze exit".split(" "),
  ..."pause resume random computer result xboard setboard variant option usermove level".split(" "),
];

/** Clocks that run out soon. */
const clocks = fc.oneof(
  numbers.map((depth) => `sd ${depth}`),
  fc.constantFrom("st 0.01", "st 0", "level 0 0:01 0", "level 40 0 0.01", "time 5", "otim 5", "nps 100000", "nps 0"),
  fc.tuple(fc.constantFrom("level", "st", "time", "otim", "nps"), numbers).map((words) => words.join(" ")),
);

const games = fc.constantFrom(
  "normal",
  "fischerandom",
  "knightmate",
  "shatranj",
  "berolina",
  "giveaway",
  "nightrider",
  "x",
);

/** A position that is set, then a move or two in it. */
const positions = fc.tuple(walks(40), fc.boolean()).map(([walk, go]) => {
  const game = played(walk);
  const move = game.undo();
  const set = [`setboard ${game.fen()}`, "st 0.01"];
  if (move !== 0) set.push(`usermove ${formatUciMove(move, false, game.variant)}`);
  return go ? [...set, "go"] : set;
});

const edits = fc
  .array(
    fc.oneof(fc.constantFrom("#", "c", "ke1", "Ke1", "Ke8", "Pa2", "xa1"), fc.stringMatching(/^[A-Za-z][a-h][1-8]$/)),
    {
      maxLength: 12,
    },
  )
  .map((lines) => ["edit", ...lines, "."]);

const one = (lines: fc.Arbitrary<string>) => lines.map((line) => [line]);

export const XBOARD: Protocol = {
  args: ["xboard"],
  greeting: ["protover 2", "feature done=1"],
  scenes: fc.oneof(
    { weight: 10, arbitrary: positions },
    { weight: 10, arbitrary: one(fc.constantFrom(...BARE)) },
    {
      weight: 10,
      arbitrary: one(
        fc.oneof(
          moves,
          moves.map((move) => `usermove ${move}`),
        ),
      ),
    },
    { weight: 6, arbitrary: one(clocks) },
    { weight: 2, arbitrary: edits },
    { weight: 2, arbitrary: one(moves.map((move) => `exclude ${move}`)) },
    { weight: 2, arbitrary: one(numbers.map((number) => `ping ${number}`)) },
    {
      weight: 2,
      arbitrary: one(
        fc
          .tuple(fc.constantFrom("accepted", "rejected", "name", "result", "rating"), scraps)
          .map((words) => words.join(" ")),
      ),
    },
    {
      weight: 2,
      arbitrary: one(
        fc.constantFrom("option MateSearch=0", "option MateSearchShare=10", "option Core=x", "option =", "protover 2"),
      ),
    },
    { weight: 1, arbitrary: one(games.map((name) => `variant ${name}`)) },
    { weight: 1, arbitrary: one(fc.constantFrom("memory 8", "memory 16", "memory x", "memory -1")) },
    { weight: 1, arbitrary: one(fc.constantFrom("cores 1", "cores 2", "cores 4", "cores x", "cores -1")) },
  ),
  commandOf: (line) => line.trim().split(/\s+/)[0],
  // Within `edit` a command is something else, so that none is sure to be answered; the barrier is.
  answers: {},
  farewells: ["quit"],
  halt: [".", "resume", "force", "exit"],
  nudge: "?",
  barrier: (number) => ({ line: `ping ${1e6 + number}`, answer: `pong ${1e6 + number}` }),
  reset: [
    "new",
    "easy",
    "nps -1",
    "nopost",
    "memory 16",
    "cores 1",
    "option MateSearch=1",
    "option MateSearchShare=20",
  ],
  // The nodes of the eighth iteration.
  bench: [["new", "level 0 60 0", "post", "sd 8", "go"], /^\s*8\s+-?\d+\s+\d+\s+(\d+)\s/],
};

import { expect, test } from "vitest";
import { parsePgn } from "../../../src/chess/notation/pgn";
import { builtIn, CHESS } from "../../../src/chess/variants/games";
import type { GameRecord } from "../../../src/lab/match/game";
import { formatGame, type PgnContext } from "../../../src/lab/match/pgn";
import { parseClock } from "../../../src/lab/match/time-control";
import { record, reply } from "../../support/records";

const CONTEXT: PgnContext = {
  variant: CHESS,
  chess960: false,
  limit: { kind: "nodes", nodes: 500 },
  names: { a: "New", b: "Old" },
};
const read = (changes: Partial<GameRecord>, context: Partial<PgnContext> = {}) => {
  return parsePgn(formatGame(record(changes), { ...CONTEXT, ...context }))[0];
};

test("a game in PGN", () => {
  const moves = [reply("e7e5", { score: { mate: -3 } }), reply("g1f3", { score: null, timeMs: 1234.5 })];
  expect(formatGame(record({ index: 5, white: "b", opening: ["e2e4"], moves, winner: "a" }), CONTEXT)).toBe(
    `[Event "New against Old"]
[Site "?"]
[Date "2026.11.21"]
[Round "3.2"]
[White "Old"]
[Black "New"]
[Result "0-1"]
[TimeControl "-"]
[Limit "500 nodes"]
[PlyCount "3"]
[Termination "adjudication"]

1. e4 e5 {-M3/4 0.010s} 2. Nf3 {1.234s} {adjudication} 0-1
`,
  );
});

test.each<[Partial<GameRecord>, string, string, string | undefined]>([
  [{ winner: "a", reason: "checkmate" }, "normal", "1-0", undefined],
  [{ winner: null, reason: "max moves" }, "adjudication", "1/2-1/2", "max moves"],
  [
    { winner: "b", reason: "time loss", detail: "9 ms too late" },
    "time forfeit",
    "0-1",
    "New: time loss: 9 ms too late",
  ],
  [{ winner: "a", reason: "illegal move", detail: '"e2}"' }, "rules infraction", "1-0", 'Old: illegal move: "e2}"'],
  [{ winner: "a", reason: "crash", detail: "gone" }, "abandoned", "1-0", "Old: crash: gone"],
])("%j ends it by %s", (changes, termination, result, comment) => {
  const { tags, comments } = read(changes);
  expect([tags.get("Termination"), tags.get("Result")]).toEqual([termination, result]);
  expect(comments.at(2)?.text).toBe(comment);
});

test.each<[string, Partial<GameRecord>, Partial<PgnContext>, Record<string, string | undefined>]>([
  ["a clock", {}, { limit: parseClock("40/60+0.5") }, { TimeControl: "40/60+0.5", Limit: undefined }],
  [
    "a game",
    { fen: builtIn("shatranj").fen, moves: [reply("e2e3")] },
    { variant: builtIn("shatranj") },
    { Variant: "shatranj", SetUp: "1" },
  ],
  ["Chess960", {}, { chess960: true }, { Variant: "Chess960" }],
])("the tags name %s", (_, changes, context, expected) => {
  const { tags } = read(changes, context);
  for (const [name, value] of Object.entries(expected)) expect(tags.get(name)).toBe(value);
});

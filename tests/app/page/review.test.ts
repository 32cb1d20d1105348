/** The page's review: marks and sentences of moves, the lesson, what is written into the game. The engine is the built one. */

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { Position } from "../../../src/api/position";
import { kindOf, markOf } from "../../../src/app/page/board/marks";
import { Lesson, mistakesOf, type Stage } from "../../../src/app/page/review/lesson";
import { ReviewMemory } from "../../../src/app/page/review/review-memory";
import { answerTo, hopeOf, reviewRecord } from "../../../src/app/page/review/review-run";
import { judgementText } from "../../../src/app/page/review/review-text";
import { isWritten, writeReview } from "../../../src/app/page/review/review-write";
import type { GameNode, Judgement } from "../../../src/app/play/game-tree";
import { formatRecord, readGames } from "../../../src/app/play/pgn";
import { GameRecord } from "../../../src/app/play/record";
import type { Thinker } from "../../../src/app/play/thinker";
import type * as api from "../../../src/index";

const { Engine } = (await import(new URL("../../../dist/index.js", import.meta.url).href)) as typeof api;

/** Black gives the queen away on the second move, and White alone has one move that takes it. */
const GAME = "1. e4 {[%clk 0:10:00]} e5 2. Nf3 {well} Qg5 (2... d6 {solid}) 3. Nxg5 d6 4. d4 *";

let engine: api.Engine;
/** The page's engine, as far as the review asks for it. */
let thinker: Thinker;
let record: GameRecord;

beforeAll(async () => {
  engine = await Engine.create();
  // Nodes alone end searches here, so that a busy machine finds the same.
  const go = engine.go.bind(engine);
  engine.go = ({ movetime: _, ...limits } = {}) => go(limits);
  const lent = {
    lend: (_position: Position, work: (engine: api.Engine, signal: AbortSignal) => unknown) =>
      work(engine, new AbortController().signal),
    search: ({ fen }: Position, limits: api.Limits) => {
      engine.position(fen);
      return engine.go(limits).result;
    },
    stop: () => {},
  };
  thinker = lent as unknown as Thinker;
  record = recordOf(GAME);
  await reviewRecord(record, thinker, () => {});
}, 60_000);

afterAll(() => engine.dispose());

function recordOf(pgn: string): GameRecord {
  const [game] = readGames(pgn);
  if (game instanceof Error) throw game;
  const made = new GameRecord(Position.start());
  made.loadGame(game);
  return made;
}

/** A move with a judgement. */
function judged(changes: Partial<Judgement>): Judgement {
  const best = { san: "Nf3", uci: "g1f3", best: "Nf3", class: null, isOnly: false, isTimeTrouble: false };
  const scores = { scoreBefore: { cp: 31 }, scoreAfter: { cp: -120 }, expectationBefore: 0.5, expectationAfter: 0.3 };
  return { ...(best as unknown as Judgement), ...scores, ...changes };
}

test.each<[string, Partial<Judgement>, readonly number[], string | null]>([
  ["a blunder", { class: "blunder", best: "d4" }, [], "??"],
  ["a mistake", { class: "mistake", best: "d4" }, [], "?"],
  ["an inaccuracy", { class: "inaccuracy", best: "d4" }, [], "?!"],
  ["an only good move", { isOnly: true }, [], "!"],
  ["the best move, which has no sign", {}, [], ""],
  ["a good move, which has no mark", { best: "d4" }, [], null],
  ["a blunder that the PGN calls one", { class: "blunder", best: "d4" }, [4], ""],
  ["a blunder that the PGN praises", { class: "blunder", best: "d4" }, [1], "??"],
])("the mark of %s", (_what, changes, nags, sign) => {
  expect(markOf({ judgement: judged(changes), nags })?.sign ?? null).toBe(sign);
});

test.each<[Partial<Judgement>, string]>([
  [{}, "The best move."],
  [{ isOnly: true }, "The only good move."],
  [{ best: "d4" }, "A good move. Best was d4."],
  [{ best: "d4", class: "mistake" }, "Mistake: +0.31 before, −1.20 after. Best was d4."],
  [
    { best: "Qh5#", class: "blunder", scoreBefore: { mate: 1 }, isTimeTrouble: true },
    "Blunder: #1 before, −1.20 after. Best was Qh5#. There was little time left.",
  ],
  [
    { best: "d4", class: "inaccuracy", scoreAfter: null, expectationAfter: 0.5 },
    "Inaccuracy: +0.31 before, ½ after. Best was d4.",
  ],
])("%j is said as %j", (changes, text) => {
  expect(judgementText(judged(changes))).toBe(text);
});

test("every move of the main line is judged, and its positions are evaluated for the graph", () => {
  const [first, ...moves] = record.root.line;
  expect(moves.map((node) => node.judgement?.san)).toEqual(["e4", "e5", "Nf3", "Qg5", "Nxg5", "d6", "d4"]);
  expect([first.judgement, first.evaluation !== null]).toEqual([null, true]);
  expect(moves.every(({ evaluation }) => evaluation !== null)).toBe(true);
  expect([moves[3], moves[4]].map(kindOf)).toEqual(["blunder", "only"]);
  expect(moves[3].judgement?.clock).toBe(null);
  expect(moves[0].judgement?.clock).toBe(600);
  expect(record.root.line[3].children[1].judgement).toBe(null);
});

test("a review that loses the engine judges nothing", async () => {
  const other = recordOf(GAME);
  const busy = { lend: () => Promise.resolve(null) } as unknown as Thinker;
  expect(await reviewRecord(other, busy, () => {})).toBe(null);
  expect(other.root.line.every(({ judgement }) => judgement === null)).toBe(true);
});

test.each([
  ["Qg5", "loses the queen", 0.2, 1],
  ["Nc6", "is good", -1, 0.05],
])("in the place of a blunder %s %s", async (move, _what, least, most) => {
  const node = record.root.line[4];
  const { expectation = 0, reply } = (await answerTo(thinker, (node.parent as GameNode).position, move)) ?? {};
  const loss = hopeOf(node.judgement as Judgement) - expectation;
  expect(reply?.san).toBeTruthy();
  expect(loss).toBeGreaterThanOrEqual(least);
  expect(loss).toBeLessThan(most);
});

test("mate and stalemate are worth what the rules say", async () => {
  const before = Position.fromFen("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1");
  expect(await answerTo(thinker, before, "Qf8#")).toEqual({ expectation: 1, reply: null });
  expect(await answerTo(thinker, before, "Qf7")).toEqual({ expectation: 0.5, reply: null });
});

describe("the lesson", () => {
  let lesson: Lesson;
  let fens: string[];
  const settled = (stage: Stage) => vi.waitFor(() => expect(lesson.stage).toBe(stage), 20_000);
  const answer = (text: string) => lesson.take(lesson.before.position.move(text));
  const tree = (of: GameRecord) => [...of.root.walk()].map(({ position }) => position.fen);

  beforeEach(() => {
    fens = tree(record);
    lesson = new Lesson(record, thinker, [record.root.line[4]]);
  });

  test("asks for the position before the mistake", () => {
    expect(record.current).toBe(record.root.line[3]);
    expect([lesson.stage, lesson.judgement.san, lesson.tried]).toEqual(["asked", "Qg5", null]);
  });

  test("a move that is good enough is right, and leaves no trace", async () => {
    const good = ["Nc6", "Nf6"].find((move) => move !== lesson.judgement.best) ?? "";
    answer(good);
    expect([lesson.stage, lesson.tried?.move.san]).toEqual(["searching", good]);
    await settled("good");
    expect(lesson.tried?.position.fen).toBe(lesson.before.position.play(good).fen);
    expect([tree(record), record.current]).toEqual([fens, lesson.before]);
  });

  test("the best move is right at once", () => {
    answer(lesson.judgement.best);
    expect([lesson.stage, lesson.isSolved]).toEqual(["best", true]);
  });

  test("another blunder is wrong, the played move is known; both may be followed by another try", async () => {
    answer("Qh4");
    await settled("wrong");
    expect([lesson.class, lesson.last, lesson.tried]).toEqual(["blunder", "Qh4", null]);
    expect(lesson.refutation?.san).toBe("Nxh4");
    answer("Qg5");
    expect(lesson.stage).toBe("played");
    answer(lesson.judgement.best);
    expect([lesson.stage, tree(record)]).toEqual(["best", fens]);
  });

  test("the solution is shown, and kept as a variation only if that is wanted", () => {
    lesson.show();
    expect([lesson.stage, lesson.tried?.move.san, tree(record)]).toEqual(["shown", lesson.judgement.best, fens]);
    const known = record.root.line[3].children.length;
    lesson.keep();
    const kept = record.root.line[3].children;
    expect(kept.map(({ move }) => move?.san)).toContain(lesson.judgement.best);
    expect(record.root.line[4].move?.san).toBe("Qg5");
    if (kept.length > known) kept.length = known;
  });

  test("elsewhere moves are the game's, until one comes back", () => {
    record.go(0);
    lesson.follow();
    expect([lesson.stage, lesson.take(Position.start().move("e4"))]).toEqual(["left", false]);
    lesson.comeBack();
    expect([lesson.stage, record.current]).toEqual(["asked", lesson.before]);
  });

  test("has the mistakes of one side, in order", () => {
    expect(mistakesOf(record, "black").map(({ judgement }) => judgement?.colour)).toContain("black");
    expect(mistakesOf(record, "black").every(({ judgement }) => judgement?.colour === "black")).toBe(true);
    expect(mistakesOf(record, "white")).not.toContain(record.root.line[4]);
  });
});

describe("what is remembered", () => {
  test("is known again in the same game, as far as it goes", () => {
    const memory = new ReviewMemory();
    memory.keep(record);
    const shorter = recordOf("1. e4 e5 2. Nf3 Qg5 3. d4 *");
    memory.recall(shorter);
    expect(shorter.root.line.map(kindOf).slice(4)).toEqual(["blunder", null]);
    expect(shorter.root.line[4].evaluation).toEqual(record.root.line[4].evaluation);
  });

  test("is nothing to another start", () => {
    const memory = new ReviewMemory();
    memory.keep(record);
    const other = new GameRecord(Position.start("shatranj"));
    other.load(Position.start("shatranj").play("e3"));
    memory.recall(other);
    expect(other.root.line.every(({ judgement }) => judgement === null)).toBe(true);
  });
});

describe("written into the game", () => {
  test("are evaluations, NAGs and better lines; what stood there stays, and twice is once", async () => {
    const own = recordOf(GAME);
    const memory = new ReviewMemory();
    memory.keep(record);
    memory.recall(own);
    const left = vi.fn();
    own.leaving.listen(left);
    expect(isWritten(own)).toBe(false);
    writeReview(own);
    expect([left.mock.calls.length, isWritten(own)]).toEqual([1, true]);
    const text = () => formatRecord(own, []).replace(/\s+/g, " ");
    const once = text();
    expect(once).toMatch(/1\. e4 \{\[%eval -?\d+\.\d\d\] \[%clk 0:10:00\]\}/);
    expect(once).toMatch(/2\. Nf3 \{\[%eval -?\d+\.\d\d\] well\}/);
    expect(once).toMatch(/Qg5 \$4 \{\[%eval \d+\.\d\d\]\} \(2\.\.\. d6 \{solid\}/);
    expect(once).toMatch(/3\. Nxg5 \$1/);
    const [again] = readGames(once);
    if (again instanceof Error) throw again;
    const best = record.root.line[4].judgement?.bestLine ?? [];
    expect(again.root.line[3].children.map(({ move }) => move?.san)).toContain(best[0]);
    writeReview(own);
    expect(text()).toBe(once);
  });
});

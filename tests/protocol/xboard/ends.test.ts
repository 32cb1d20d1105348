/** xboard: the end of a game, and who says so. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { XboardClient } from "../../support/clients/xboard-client";

let engine: XboardClient;

beforeAll(() => {
  engine = new XboardClient();
});

/** A session goes through all tests. */
beforeEach(() => engine.reset());

afterAll(async () => {
  expect(await engine.quit()).toBe(0);
});

describe("the end of a game", () => {
  /** The variant, the position, the last move, and what is said; the engine has the other side. */
  test.each([
    ["normal", "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", "d1d8", "1-0 {White mates}"],
    ["normal", "3r2k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", "d8d1", "0-1 {Black mates}"],
    ["normal", "7k/8/6K1/5Q2/8/8/8/8 w - - 0 1", "f5f7", "1/2-1/2 {Stalemate}"],
    ["normal", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2", "1/2-1/2 {Insufficient material}"],
    ["normal", "4k3/8/8/8/8/8/4P3/4K2R w - - 99 80", "h1h2", "1/2-1/2 {Fifty moves}"],
    ["shatranj", "4k3/8/8/8/8/8/4p3/R3K3 w - - 0 1", "e1e2", "1-0 {White wins: bare king}"],
    ["rooksquare", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "1-0 {White wins: goal reached}"],
    ["giveaway", "8/8/8/8/8/1r6/P7/8 w - - 0 1", "a2b3", "0-1 {Black wins: no pieces left}"],
  ])("%s, %s, %s", async (variant, fen, move, result) => {
    expect(await engine.answersTo("new", `variant ${variant}`, "force", `setboard ${fen}`)).toEqual(
      variant === "rooksquare" ? [expect.stringMatching(/^setup /)] : [],
    );
    // A side with a bare king has one more move.
    expect((await engine.answersTo("sd 2", "playother", `usermove ${move}`)).at(-1)).toBe(result);
  });

  test("the third time", async () => {
    const moves = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"];
    expect(await engine.answersTo("new", "force", ...moves, "sd 2")).toEqual([]);
    expect(await engine.answersTo("playother", "f6g8")).toEqual(["1/2-1/2 {Threefold repetition}"]);
  });

  test("the engine's own mate", async () => {
    const said = await engine.answersTo("new", "force", "setboard 6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", "sd 4", "go");
    expect(said).toEqual(["move d1d8", "1-0 {White mates}"]);
    expect(await engine.answersTo("go")).toEqual(["1-0 {White mates}"]);
    expect(await engine.answersTo("usermove g8h8")).toEqual(["1-0 {White mates}"]);
  });

  test("between programs the loser says who has won, unless it is by mate", async () => {
    const goal = ["variant rooksquare", "force", "setboard 4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1", "sd 4"];
    expect((await engine.answersTo("new", ...goal, "computer", "go")).slice(1)).toEqual(["move a1a8"]);
    // One that moves on does not know it, and would wait for ever.
    expect(await engine.answersTo("usermove e8e7")).toEqual(["1-0 {White wins: goal reached}"]);
    expect((await engine.answersTo("new", ...goal, "computer", "playother", "a1a8")).slice(1)).toEqual([
      "1-0 {White wins: goal reached}",
    ]);
  });
});

/** Perft by jobs: the parts of the tree sum up to the whole, as the core counts it in one go. */

import { describe, expect, test } from "vitest";
import { parseFen } from "../../../src/chess/position/fen";
import { builtIn } from "../../../src/chess/variants/games";
import { perftLines } from "../../../src/lab/bench/perft-jobs";
import { json } from "../../support/clients/wazaba";

describe("perft in jobs", { timeout: 60_000 }, () => {
  test.each([
    ["chess", "", "4"],
    // Castling, promotions, en passant: Kiwipete.
    ["chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "3"],
    // Chess960, with rights that only the files tell.
    ["chess", "1rkr4/8/8/8/8/8/8/1RKR4 w DBdb - 0 1", "3"],
    // Games that end on the way.
    ["rooksquare", "", "3"],
    ["giveaway", "", "3"],
    ["shatranj", "", "3"],
  ])("of %s %s, depth %s, is perft", (variant, fen, depth) => {
    const args = ["perft", depth, "--variant", variant, "--divide", ...(fen === "" ? [] : ["--fen", fen])];
    const alone = json(...args);
    const divided = json(...args, "--jobs", "2");
    expect(divided.nodes).toBe(alone.nodes);
    expect(divided.divide).toEqual(alone.divide);
  });

  test("a game that is over has no lines, and no leaves", () => {
    expect(json("perft", "2", "7R/8/8/8/8/2k5/8/K7 b", "--variant", "rooksquare", "--jobs", "2").nodes).toBe(0);
  });

  test.each([
    [2, 1, 20],
    [7, 2, 400],
    [9, 3, 8902],
  ])("depth %i has lines of %i plies: %i", (depth, plies, count) => {
    const variant = builtIn("chess");
    const lines = perftLines(parseFen(variant.fen, variant), depth);
    expect(lines).toHaveLength(count);
    expect(new Set(lines.map(({ moves }) => moves.length))).toEqual(new Set([plies]));
  });
});

import { describe, test } from "vitest";
import { parseFen, START_FEN } from "../../../src/chess/position/fen";
import { Game } from "../../../src/chess/rules/game";
import { CHESS } from "../../../src/chess/variants/games";
import { GAMES, ODD_GAMES } from "../../support/all-games";
import { builtCores } from "../../support/cores";
import { randomNet } from "../../support/nets";
import { shareOf } from "../../support/slow";
import { tryAllCodes, walkInStep } from "../../support/walk";

const STARTS = [
  START_FEN,
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
  "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1",
  "rkbnqrbn/pppppppp/8/8/8/8/PPPPPPPP/RKBNQRBN w FAfa - 0 1",
  "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
];

/** Moves to be made and unmade in orthodox chess; in every other game the slow tests make as many. */
const MOVES = shareOf(100_000);
const MOVES_A_GAME = 4_000;

describe("orthodox chess", async () => {
  const cores = await builtCores();
  const roots = STARTS.map((fen) => parseFen(fen));

  test(`both boards walk in step over ${MOVES} random moves`, { timeout: 120_000 }, () => {
    walkInStep(cores, roots, MOVES, 2026);
  });

  test("any 16 bits are legal just when they are generated", () => {
    for (const root of roots) tryAllCodes(cores, root, 7);
  });
});

describe.each([...GAMES, ...ODD_GAMES])("$id, of all games", async (variant) => {
  // With networks, so that the walk compares their accumulators too; in chess this build has none, and the accumulators of random
  // networks have no room for a horde.
  const cores = await builtCores({
    build: "variants",
    variant,
    ...(variant !== CHESS && { net: variant.id === "horde" ? null : randomNet(8, variant) }),
  });
  const { root } = Game.start(variant);

  test(`both boards walk in step over ${MOVES_A_GAME} random moves`, { timeout: 120_000 }, () => {
    walkInStep(cores, [root], MOVES_A_GAME, 2026);
  });

  test("any 16 bits are legal just when they are generated", () => tryAllCodes(cores, root, 7));
});

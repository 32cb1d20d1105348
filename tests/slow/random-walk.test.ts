import { test } from "vitest";
import { Game } from "../../src/rules/game";
import { GAMES, ODD_GAMES } from "../support/all-games";
import { builtCores } from "../support/cores";
import { shareOf } from "../support/slow";
import { walkInStep } from "../support/walk";

const MOVES = shareOf(100_000);
const cores = await builtCores({ build: "variants" });

test.each([...GAMES, ...ODD_GAMES])(
  `both boards walk in step over ${MOVES} random moves in $id`,
  { timeout: 300_000 },
  (variant) => walkInStep(cores, [Game.start(variant).root], MOVES, 1998),
);

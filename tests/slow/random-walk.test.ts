import { test } from "vitest";
import { Game } from "../../src/chess/rules/game";
import { CHESS } from "../../src/chess/variants/games";
import { GAMES, ODD_GAMES } from "../support/all-games";
import { builtCores } from "../support/cores";
import { randomNet } from "../support/nets";
import { shareOf } from "../support/slow";
import { walkInStep } from "../support/walk";

const MOVES = shareOf(100_000);

test.each([...GAMES, ...ODD_GAMES])(
  `both boards walk in step over ${MOVES} random moves in $id`,
  { timeout: 300_000 },
  async (variant) => {
    const net = variant === CHESS || variant.id === "horde" ? null : randomNet(9, variant);
    walkInStep(await builtCores({ build: "variants", variant, net }), [Game.start(variant).root], MOVES, 1998);
  },
);

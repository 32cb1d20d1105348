/**
 * The signatures of both cores in every game, for 1, 2 and 4 lines (MultiPV), against `tests/signatures.json`: with the game's
 * network, and with piece-square tables, where it has one. A commit that changes the searched tree renews that file:
 * `npm run signatures`.
 */

import { expect, test } from "vitest";
import { CHESS } from "../../src/chess/variants/games";
import { CORE_NAMES, type CoreBuild, type CoreName } from "../../src/engine/core/core";
import { benchOf } from "../../src/lab/bench/bench";
import { GAMES, ODD_GAMES } from "../support/all-games";
import { builtCore, signature } from "../support/cores";

/** The depth, plies, by the number of lines; what the twin searches in a minute. */
const DEPTHS = { 1: 7, 2: 5, 4: 5 } as const;
const TABLES_DEPTH = 5;

/** The file's text, as a core has it. */
async function signaturesOf(name: CoreName): Promise<string> {
  const table: Record<string, Record<string, number>> = {};
  for (const [build, games] of [
    ["chess", [CHESS]],
    ["variants", [...GAMES.filter(({ id }) => id !== CHESS.id), ...ODD_GAMES]],
  ] as const satisfies readonly (readonly [CoreBuild, unknown])[]) {
    const core = await builtCore(name, { build });
    for (const variant of games) {
      const { positions } = benchOf(variant);
      expect(positions.length).toBeGreaterThan(10);
      // A core takes a game's network when the game is prepared.
      const withTables = core.usesNet(variant) ? null : signature(core, positions, TABLES_DEPTH);
      await core.prepare(variant);
      table[variant.id] = Object.fromEntries(
        Object.entries(DEPTHS).map(([multiPv, depth]) => [
          `depth ${depth}, ${multiPv} ${multiPv === "1" ? "line" : "lines"}`,
          signature(core, positions, depth, Number(multiPv)),
        ]),
      );
      if (withTables !== null && core.usesNet(variant)) table[variant.id][`tables, depth ${TABLES_DEPTH}`] = withTables;
    }
  }
  return `${JSON.stringify(table, null, 2)}\n`;
}

test.each(CORE_NAMES)("the %s core has the signatures of the file", { timeout: 300_000 }, async (name) => {
  await expect(await signaturesOf(name)).toMatchFileSnapshot("../signatures.json");
});

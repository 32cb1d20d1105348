/** The command `wazaba variants`: lists the games. */

import { builtIn, VARIANT_IDS } from "../../chess/variants/games";
import { COMMON_FLAGS, parseArgs } from "../support/arguments";
import { VARIANT_FLAGS, variantFrom } from "../support/games";
import { print } from "../support/output";

const HELP = `wazaba variants [--variant-file FILE] [--json]

Lists the games: id, rules, start position. Games from files come last.
`;

/** `wazaba variants`. */
export async function variants(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { json: COMMON_FLAGS.json, help: COMMON_FLAGS.help, "variant-file": VARIANT_FLAGS["variant-file"] },
  });
  if (values.help) {
    print(HELP);
    return 0;
  }
  const { own } = variantFrom(values);
  const games = [...VARIANT_IDS.map((id) => builtIn(id)), ...own];
  if (values.json) {
    print(`${JSON.stringify(games.map(({ id, rules, fen }) => ({ id, rules, fen })))}\n`);
    return 0;
  }
  const width = Math.max(...games.map(({ id }) => id.length)) + 2;
  for (const { id, rules, fen } of games) {
    print(`${id.padEnd(width)}${rules}\n${"".padEnd(width)}${fen}\n`);
  }
  return 0;
}

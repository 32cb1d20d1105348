/** The command `wazaba variants`: lists the games. */

import { builtIn, VARIANT_IDS } from "../../chess/variants/games";
import { defineCommand } from "../flags/define-command";
import { COMMON_FLAGS } from "../flags/flags";
import { print } from "../output";
import { VARIANT_FLAGS, variantFrom } from "../support/games";

export const variants = defineCommand(
  {
    name: "variants",
    summary: "the games that it plays",
    about: "Lists the games: id, rules, start position. Games from files come last.",
    flags: { "variant-file": VARIANT_FLAGS["variant-file"], json: COMMON_FLAGS.json },
  },
  async (values) => {
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
  },
);

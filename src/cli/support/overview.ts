/** The text of `wazaba --help`. */

import { type Command, HELP_FLAG } from "../flags/define-command";
import { COMMON_FLAGS } from "../flags/flags";
import { formatFlags, formatRows } from "../flags/help";
import { VARIANT_FLAGS } from "./games";

const VERSION_FLAG = { version: { type: "boolean", short: "v", about: "prints name and version" } } as const;

/** Lists the commands, and the flags that most of them take. */
export function overviewOf(commands: readonly Command[]): string {
  const flags = { ...VARIANT_FLAGS, ...COMMON_FLAGS, ...HELP_FLAG, ...VERSION_FLAG };
  return `wazaba: a chess engine, for chess variants too

${formatRows(commands.map(({ synopsis, summary }) => [synopsis, summary]))}

Everywhere:
${formatFlags(flags)}

wazaba COMMAND --help lists the flags of a command.
`;
}

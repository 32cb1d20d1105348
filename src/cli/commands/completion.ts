/** The commands `wazaba completion` and `wazaba manual`, made from the flag tables of all commands. */

import { quote, WazabaError } from "../../errors";
import { NAME } from "../../version";
import { completionFor, SHELLS } from "../flags/completion";
import { type Command, defineCommand } from "../flags/define-command";
import { formatManual } from "../flags/manual";
import { print } from "../output";

/** All commands, these two included: they are given, since the list of commands imports this file. */
type LoadAll = () => Promise<readonly Command[]>;

export const completionOf = (loadAll: LoadAll): Command =>
  defineCommand(
    {
      name: "completion",
      arguments: "SHELL",
      summary: "a script with which a shell completes commands and flags",
      about: `Prints a completion script for bash, zsh or fish. To load it:

    bash: eval "$(wazaba completion bash)"
    zsh: source <(wazaba completion zsh)
    fish: wazaba completion fish | source`,
      flags: {},
    },
    async (_, words) => {
      const shell = SHELLS.find((each) => each === words.join(" "));
      if (shell === undefined) {
        throw new WazabaError("usage", `completion: ${quote(words.join(" "))} is not one of ${SHELLS.join(", ")}`);
      }
      print(completionFor(shell, await loadAll()));
      return 0;
    },
  );

export const manualOf = (loadAll: LoadAll): Command =>
  defineCommand(
    {
      name: "manual",
      summary: "the manual page of all commands, for man",
      about: `Prints the manual page. To read it:

    wazaba manual > wazaba.1 && man ./wazaba.1`,
      flags: {},
    },
    async () => {
      print(formatManual(await loadAll(), NAME));
      return 0;
    },
  );

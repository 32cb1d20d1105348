/** The commands `wazaba` (also `wazaba uci`) and `wazaba xboard`: the engine with its flags. */

import { builtIn, CHESS, VARIANT_IDS } from "../../chess/variants/games";
import { variantOfNet } from "../../engine/net/net";
import { describeRange, optionsWith } from "../../engine/session/options";
import type { SessionSettings } from "../../engine/session/session";
import { TuningOptions } from "../../engine/session/tuning-options";
import { type Command, defineCommand } from "../flags/define-command";
import { COMMON_FLAGS, ENDGAME_FOLDER, NET_FLAGS, SHARED } from "../flags/flags";
import { netFrom } from "../support/arguments";
import { bookFrom } from "../support/book";
import { runEngine } from "../support/engine-process";
import { definitionsFrom, VARIANT_FLAGS, variantFrom } from "../support/games";
import { Log } from "../support/log";
import { clusterAddress, REDIS_HELP } from "../support/pool";

const OPTIONS = Object.entries(optionsWith([])).map(([name, option]) => {
  const defaultPart = "default" in option ? `, default ${option.default}` : "";
  return `  ${name} (${describeRange(option)}${defaultPart}): ${option.about}`;
});

/** The first line of input decides the protocol. */
export const uci = engineCommand({
  name: "uci",
  usage: "wazaba",
  summary: "the engine on standard input and output (UCI, or xboard if the first line is xboard)",
});

export const xboard = engineCommand({
  name: "xboard",
  usage: "wazaba xboard",
  summary: "the same, with the xboard protocol",
});

function engineCommand(names: { name: "uci" | "xboard"; usage: string; summary: string }): Command {
  return defineCommand(
    {
      ...names,
      about: `The engine on standard input and output; it speaks UCI, or xboard after the command xboard or if the first line is
xboard. wazaba --version prints name and version.`,
      flags: {
        net: {
          ...NET_FLAGS.net,
          about: "another network, for the game that it was trained for; none: piece-square tables in all games",
        },
        book: { ...SHARED.book, about: "plays from an opening book in Polyglot format (.bin)" },
        hash: { ...SHARED.hash, about: "the initial value of the option Hash" },
        threads: { ...SHARED.threads, about: "the initial value of the option Threads" },
        cluster: {
          ...SHARED.cluster,
          about: `lets workers on other machines (wazaba worker) join the search, over the Redis at ${REDIS_HELP}`,
        },
        log: { type: "string", argument: "FILE", about: "appends input, output and decisions to a file" },
        endgames: ENDGAME_FOLDER,
        tune: {
          type: "boolean",
          about: "turns the tunables of the search into options, for wazaba tune and for experiments",
        },
        variant: {
          ...VARIANT_FLAGS.variant,
          about: `the game to begin with: the initial value of UCI_Variant (default: ${CHESS.id})`,
        },
        "variant-file": {
          ...VARIANT_FLAGS["variant-file"],
          about: "a game of your own, described in JSON: a choice of UCI_Variant and a variant of xboard",
        },
        core: COMMON_FLAGS.core,
      },
      notes: `Options of UCI (setoption name NAME value VALUE); most of them also appear in xboard's menus:
${OPTIONS.join("\n")}`,
    },
    async (values) => {
      const { core, hash, threads, tune, log } = values;
      const { variant, own } = variantFrom(values);
      // A client that plays chess sets no variant, so a game from a file must be asked for.
      const UCI_Variant = values.variant === undefined ? CHESS.id : variant.id;
      const games = [variant, ...VARIANT_IDS.map(builtIn), ...own];
      const net = netFrom(values, games);
      const address = clusterAddress(values);
      let allies: SessionSettings["allies"] = null;
      if (address !== null) {
        const { SearchLeader } = await import("../../cluster/search-leader");
        allies = new SearchLeader({ address, threads: threads ?? 1, games: definitionsFrom(values) });
      }
      const settings = {
        options: {
          Core: core,
          UCI_Variant,
          ...(hash !== undefined && { Hash: hash }),
          ...(threads !== undefined && { Threads: threads }),
          ...(values.endgames !== undefined && { EndgamePath: values.endgames }),
        },
        variants: own,
        net,
        netVariant: net ? variantOfNet(net, games) : undefined,
        book: bookFrom(values),
        tuning: tune ? new TuningOptions() : null,
        allies,
      };
      const openLog = log === undefined ? undefined : (inform: (text: string) => void) => new Log(log, inform);
      return runEngine(settings, names.name === "xboard", openLog);
    },
  );
}

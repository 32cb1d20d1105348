/** The xboard command `feature`: the engine's answer to `protover`, and its options. */

import type { Option } from "../../engine/session/options";
import type { Session } from "../../engine/session/session";
import type { XboardGame } from "./games";

const FEATURES = [
  "ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1 colors=0",
  'ics=0 name=0 pause=1 nps=1 debug=1 memory=1 smp=1 exclude=1 egt="syzygy"',
];

/** The `feature` lines, the last one `done=1`. */
export function featureLines(
  name: string,
  games: readonly XboardGame[],
  { declared, optionNames, options, tuning }: Session,
): string[] {
  const lines = [...FEATURES, `myname="${name}"`, `variants="${games.map((game) => game.name).join(",")}"`];
  for (const key of optionNames) {
    const { inXboard = true } = declared[key];
    if (inXboard) lines.push(`option="${key} ${formatOption(declared[key], options[key])}"`);
  }
  for (const [key, option] of tuning?.options() ?? []) {
    if ("default" in option) lines.push(`option="${key} ${formatOption(option, option.default)}"`);
  }
  return [...lines, "done=1"].map((line) => `feature ${line}`);
}

function formatOption(option: Option, value: unknown): string {
  switch (option.type) {
    case "button":
      return "-button";
    case "string":
      return `-path ${value}`;
    case "check":
      return `-check ${Number(value)}`;
    case "combo":
      return `-combo ${option.choices.map((choice) => (choice === value ? `*${choice}` : choice)).join(" /// ")}`;
    case "spin":
      return `-spin ${value} ${option.min} ${option.max}`;
  }
}

/** The value of `option NAME=VALUE` as our options take it: in xboard a check is 0 or 1. */
export function optionValue(option: Option | undefined, text: string): string {
  if (option?.type !== "check") return text;
  return text === "1" ? "true" : text === "0" ? "false" : text;
}

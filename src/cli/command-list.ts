/** The commands, each loaded only when it is needed. */

import type { Command } from "./flags/define-command";

/** In the order of `wazaba --help`. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  uci: async () => (await import("./commands/uci")).uci,
  xboard: async () => (await import("./commands/uci")).xboard,
  play: async () => (await import("./commands/play")).play,
  analyse: async () => (await import("./commands/analyse")).analyse,
  mate: async () => (await import("./commands/mate")).mate,
  epd: async () => (await import("./commands/epd")).epd,
  review: async () => (await import("./commands/review")).review,
  eval: async () => (await import("./commands/eval")).evaluate,
  endgame: async () => (await import("./commands/endgame")).endgame,
  perft: async () => (await import("./commands/perft")).perft,
  bench: async () => (await import("./commands/bench")).bench,
  variants: async () => (await import("./commands/variants")).variants,
  match: async () => (await import("./commands/match")).match,
  tournament: async () => (await import("./commands/tournament")).tournament,
  tune: async () => (await import("./commands/tune")).tune,
  datagen: async () => (await import("./commands/datagen")).datagen,
  convert: async () => (await import("./commands/convert")).convert,
  serve: async () => (await import("./commands/serve")).serve,
  lab: async () => (await import("./commands/lab")).lab,
  worker: async () => (await import("./commands/worker")).worker,
  cluster: async () => (await import("./commands/cluster")).cluster,
  completion: async () => (await import("./commands/completion")).completionOf(allCommands),
  manual: async () => (await import("./commands/completion")).manualOf(allCommands),
};

/** All of them, loaded. */
export function allCommands(): Promise<Command[]> {
  return Promise.all(Object.values(COMMANDS).map((load) => load()));
}

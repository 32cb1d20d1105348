/** Engines that follow a script, for behaviour that is rare in real ones. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Knights go to and fro, from the start position until it has stood there three times: eight plies. */
export const TO_AND_FRO = ["g1f3", "g8f6", "f3g1", "f6g8"];

/** What a fake does besides playing its moves in turn: JavaScript. */
export interface Script {
  readonly name?: string;
  /** By plies played since the position; the last ones come again and again. */
  readonly moves?: readonly string[];
  /** At each `go`, before it answers; `ply` is how many have been played, `go` the line, `answer()` answers. True: it does not. */
  readonly atGo?: string;
  /** Run first. */
  readonly atStart?: string;
}

let fakes = 0;

/** Writes such an engine; the words of the command that starts it. */
export function fakeEngine(folder: string, { name = "Fake", moves = TO_AND_FRO, atGo = "", atStart = "" }: Script) {
  const file = join(folder, `fake${fakes++}.cjs`);
  writeFileSync(
    file,
    `const say = console.log;
     const moves = ${JSON.stringify(moves)};
     let ply = 0;
     let played = [];
     let game = -1;
     let go = "";
     ${atStart}
     const answer = () => say("info depth 3 score cp 7 nodes 40\\nbestmove " + moves[ply % moves.length]);
     const think = () => { ${atGo} };
     require("node:readline").createInterface(process.stdin).on("line", (line) => {
       if (line === "uci") say("id name ${name}\\noption name Hash type spin default 1 min 1 max 9\\noption name Clear type button\\nuciok");
       if (line === "isready") say("readyok");
       if (line === "ucinewgame") game++;
       if (line.startsWith("position")) {
         played = line.includes(" moves ") ? line.split(" moves ")[1].split(" ") : [];
         ply = played.length;
       }
       if (line.startsWith("go")) {
         go = line;
         if (think() !== true) answer();
       }
       if (line === "quit") process.exit();
     });`,
  );
  return [process.execPath, file];
}

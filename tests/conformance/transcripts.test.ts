/** Transcripts of clients, as public trackers report them: `tests/data/cases/*.uci` and `*.xb`, sent to the real process. */

import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { Client } from "../support/clients/client";

/** Lines of output that answer something: moves, results, complaints. Thinking, boards and introductions are left out. */
const ANSWER = /^(readyok|bestmove|info string (?!mate search)|pong|move|1-0|0-1|1\/2|Illegal|Error|tellusererror)/;

/**
 * Sends the lines of a transcript. `@until TEXT` waits for a line of output that contains it; with a time, `@until TEXT MS`, for a
 * second at most, since the engine may stay silent. `@wait MS` waits.
 *
 * @returns the answers in order, and the exit code
 */
async function play(file: string): Promise<{ answers: string[]; code: number | null; err: string }> {
  const client = new Client();
  for (const line of readFileSync(`tests/data/cases/${file}`, "utf8").split("\n")) {
    const [, order, what, patience] = /^@(\w+) (\S+)(?: (\d+))?/.exec(line) ?? [];
    if (order === "wait") await wait(Number(what));
    else if (order === "until") {
      const answer = new RegExp(what);
      // With a time it is allowed not to come: the engine may be in force mode.
      await client.until(answer, patience === undefined ? undefined : 1000).catch((error) => {
        if (patience === undefined) throw error;
      });
    } else if (line !== "") client.send(line);
  }
  const code = await client.exit;
  return { answers: client.lines.filter((line) => ANSWER.test(line)), code, err: client.err };
}

const REFUSED = [
  /^info string .*; the old position is kept$/,
  /position was refused|position was rejected/,
  /^bestmove \(none\)$/,
];

test.each<[file: string, what: string, answers: readonly (string | RegExp)[]]>([
  ["u01-idle.uci", "stop and ponderhit without a search are ignored", ["readyok"]],
  [
    "u02-infinite-mate.uci",
    "infinite and ponder searches hold their answer back, even where the game is over or mated in one",
    ["readyok", "bestmove (none)", "bestmove (none)", /^bestmove f7/, "bestmove d1d8"],
  ],
  [
    "u04-setoption-during.uci",
    "an option set during a search waits for its end",
    ["readyok", /^bestmove /, /^bestmove /],
  ],
  [
    "u05-searchmoves-illegal.uci",
    "illegal searchmoves are reported; without a legal one all moves are searched",
    [
      'info string searchmoves: "e2e5" is not legal here',
      /^bestmove /,
      'info string searchmoves: "e2e5" is not legal here',
      /^bestmove d2d4/,
      /^bestmove a2a3/,
      /^info string searchmoves: "e7e8q"/,
      /^info string searchmoves: "junk"/,
      /^bestmove /,
    ],
  ],
  [
    "u07-fifty-root.uci",
    "at the fifty-move rule's edge there is a move, and mate comes first",
    [/^bestmove f2/, /^bestmove /, "bestmove h1h8", "bestmove h1h8", /^bestmove /, /^bestmove /],
  ],
  [
    "u08-position-forms.uci",
    "positions in odd forms are read or rejected, and never half of one",
    [
      ...REFUSED,
      /^info string unknown command "POSITION STARTPOS"/,
      ...REFUSED,
      /^info string FEN: castling "KQk": .*; dropped: k$/,
      /^bestmove d8a5/,
      ...REFUSED,
      /^bestmove /,
      /^bestmove /,
      ...REFUSED,
    ],
  ],
  [
    "x01-analyse-undo.xb",
    "undo, new moves and positions during analysis; remove where there is nothing to remove",
    ["pong 7", "pong 8", /^Error \(command not legal now\): remove/, "pong 9"],
  ],
  [
    "x03-oddities.xb",
    "odd clocks, moves that are none, impossible boards and unknown commands",
    [
      /^move /,
      "Illegal move: e4",
      "Illegal move: e2e4",
      "Illegal move: 0000",
      "Illegal move: @@@@",
      "pong 1",
      /^move /,
      "pong 2",
      "tellusererror Illegal position",
      "pong 3",
      "move d8h4",
      "0-1 {Black mates}",
      "pong 4",
      "0-1 {Black mates}",
      "pong 5",
      ...["lift e2", "hover e4", "put e4", "nosuchcommand"].map((line) => `Error (unknown command): ${line}`),
    ],
  ],
  ["x04-protocol1.xb", "protocol 1, with moves without usermove, and the colour switched", [/^move /, /^move /]],
])("%s: %s", { timeout: 90_000 }, async (file, _what, expected) => {
  const { answers, code, err } = await play(file);
  expect(answers).toEqual(expected.map((one) => (typeof one === "string" ? one : expect.stringMatching(one))));
  expect({ code, err }).toEqual({ code: 0, err: "" });
});

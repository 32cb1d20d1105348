/** Jobs that strangers might put into the queue: none may be done. */

import { START_FEN } from "../../../src/chess/position/fen";

const PERFT = { core: "wasm", variant: "chess", fen: START_FEN, depth: 2 };
const ENGINE = { name: null, core: "wasm", options: [] };
const EPD = { engine: ENGINE, variant: "chess", hash: 1, threads: 1, timeoutMs: 1000, limits: { nodes: 100 } };
const GOAL = { best: [], avoid: [], mateIn: 1, points: null };
const LONG = "x".repeat(10 * 2 ** 20);

/** A job that a worker of this build does. */
export const perftJob = (build: string, changes: object = {}) => {
  return { kind: "perft", build, index: 0, games: [], setup: { ...PERFT, ...changes }, params: { moves: [] } };
};

/** A job of a suite, likewise. */
export const epdJob = (build: string, changes: object = {}) => {
  return { ...perftJob(build), kind: "epd", setup: { ...EPD, ...changes }, params: { fen: START_FEN, goal: GOAL } };
};

/** A job for an engine that workers may know by this name. */
export const engineJob = (build: string, name: unknown, options: unknown = []) => {
  return epdJob(build, { engine: { ...ENGINE, name, options } });
};

/** What is strange, the job, and why it is rejected by a worker that knows one engine, `known`. */
export function strangeJobs(build: string): [what: string, data: unknown, reason: RegExp][] {
  const JOB = perftJob(build);
  const perft = (changes: object) => perftJob(build, changes);
  const epd = (changes: object) => epdJob(build, changes);
  const named = (name: unknown, options: unknown = []) => engineJob(build, name, options);
  return [
    ["nothing", null, /^job: null is not an object$/],
    ["a text", "perft", /^job: "perft" is not an object$/],
    ["no kind of job", { ...JOB, kind: "shell" }, /^kind: "shell" is not one of match, tune, /],
    ["a field too many", { ...JOB, command: "rm" }, /^job: unknown field "command"; known are kind, build, /],
    ["another build", { ...JOB, build: "9.9.9-0" }, /^it is for Wazaba "9\.9\.9-0", but this is /],
    ["an absurd depth", perft({ depth: 40 }), /^setup\.depth: 40 is not a whole number from 1 to 8$/],
    ["absurd nodes", epd({ limits: { nodes: 1e300 } }), /^setup\.limits\.nodes: 1e\+300 is not a whole number/],
    ["absurd time", epd({ limits: { movetime: 1e9 } }), /^setup\.limits\.movetime: 1000000000 is not/],
    ["no limit", epd({ limits: {} }), /^setup\.limits: a search needs a limit$/],
    ["an absurd table", epd({ hash: 1e6 }), /^setup\.hash: 1000000 is not/],
    ["a bad FEN", perft({ fen: "8/8/8/8/8/8/8/8 w - - 0 1" }), /^FEN: /],
    ["an illegal move", { ...JOB, params: { moves: ["e2e5"] } }, /"e2e5" is not legal here/],
    ["an unknown game", perft({ variant: "go" }), /^setup\.variant: "go" is not one of chess, /],
    ["a bad game", { ...JOB, games: ['{ "id": "x", "pieces": { "queen": "Z" } }'] }, /^Variant: pieces\.queen: /],
    ["too many games", { ...JOB, games: Array(9).fill("{}") }, /^job\.games: 9 items; at most 8 are allowed$/],
    ["an unknown engine", named("stockfish"), /^unknown engine "stockfish"$/],
    ["a path", named("/bin/sh"), /^setup\.engine\.name: "\/bin\/sh" is not an engine name$/],
    ["a command", named("sh -c reboot"), /is not an engine name$/],
    [
      "a log file",
      named("known", [["Debug Log File", "x"]]),
      /^setup\.engine\.options\.0\.0: "Debug Log File" is not allowed: it may name a file$/,
    ],
    [
      "a value with a path",
      named("known", [["Style", "/etc/secret"]]),
      /^setup\.engine\.options\.0\.1: .* is not a number or words$/,
    ],
    [
      "10 MB for a name",
      named(LONG),
      /^setup\.engine\.name: "x{59}…" has 10485760 characters; at most 40 are allowed$/,
    ],
    [
      "10 MB for a FEN",
      perft({ fen: LONG }),
      /^setup\.fen: "x{59}…" has 10485760 characters; at most 120 are allowed$/,
    ],
    [
      "10 MB for a kind",
      { ...JOB, kind: LONG },
      /^job\.kind: "x{59}…" has 10485760 characters; at most 20 are allowed$/,
    ],
    ["10 MB for a field", { ...JOB, [LONG]: 1 }, /^job: unknown field "x{59}…"; known are /],
    ["__proto__", JSON.parse('{ "__proto__": { "kind": "perft" } }'), /^job/],
  ];
}

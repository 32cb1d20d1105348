import { closeSync, existsSync, openSync, statSync, writeFileSync } from "node:fs";
import type { CoreName } from "../core/core";
import { quote, WazabaError } from "../errors";
import type { AdjudicationRules } from "../match/adjudication";
import { type Limit, parseClock } from "../match/clock";
import type { ContestantSettings } from "../match/contestant";
import type { GameRecord, Rival } from "../match/game";
import { type Book, FileBook, RandomBook } from "../match/openings";
import { formatGame, type PgnContext } from "../match/pgn";
import { type Names, RecordFile } from "../match/record-file";
import { describeProgress, describeReport, isComplete, type Match, reportOf } from "../match/report";
import { playMatch } from "../match/run";
import type { Sprt } from "../match/statistics";
import { Tally } from "../match/tally";
import { CHESS } from "../variants/games";
import type { Variant } from "../variants/variant";
import { COMMON_FLAGS, coreNamed, nameAndValue, parseArgs, wholeNumber } from "./arguments";
import { splitCommand } from "./command-line";
import { gameFrom, VARIANT_FLAGS } from "./games";
import { Interruption } from "./interruption";
import { formatTime, showProgress } from "./progress";

const USUAL = {
  movetime: 100,
  margin: 100,
  /** Beyond the time of a move; without such a time, in all. */
  timeout: { timed: 10_000, untimed: 60_000 },
  pairs: 100,
  concurrency: 1,
  plies: 8,
  balance: 100,
  seed: 1,
  resign: "1000:8",
  draw: "10:40:16",
  "max-moves": "300",
};

/** As many pairs as a test may take. */
const ENDLESS = 1e9;

const HELP = `wazaba match [--a CMD] [--b CMD] [--options-a LIST] [--options-b LIST] [--name-a NAME] [--name-b NAME]
             [--movetime MS | --nodes N | --depth N | --clock TIME] [--margin MS] [--timeout MS]
             [--openings FILE | --plies P --balance CP] [--seed S] [--skip N] [--chess960]
             [--pairs N] [--sprt ELO0:ELO1] [--concurrency N] [--resign RULE] [--draw RULE] [--max-moves N]
             [--out FILE] [--pgn FILE] [--variant ID] [--variant-file FILE] [--core wasm|ts] [--json]

Plays two UCI engines against each other, each opening twice, with colours reversed, and says how much stronger the first
one is. An engine that plays an illegal move, oversteps the time, crashes or hangs has lost that game, and is started anew.
  --a CMD, --b CMD       the engines; otherwise this very Wazaba
  --options-a LIST       options for it: 'Hash=16;Ponder=false'; likewise --options-b
  --movetime MS          for each move (${USUAL.movetime})
  --nodes N, --depth N   for each move, instead
  --clock TIME           for the game, instead, in seconds: 10+0.1 with an increment, 40/60 for 40 moves each
  --margin MS            so much more is forgiven (${USUAL.margin})
  --timeout MS           so much later an engine is taken to hang (${USUAL.timeout.timed}; ${USUAL.timeout.untimed} where time does not matter)
  --openings FILE        an EPD file, each line a position, or FILE.pgn, each game a line of moves to begin with; with
                         --movetime and --clock they come again when all have been played
  --plies P              otherwise so many random moves, sometimes one more (${USUAL.plies})
  --balance CP           random openings are dropped whose score is farther from zero (${USUAL.balance})
  --seed S               of random openings (${USUAL.seed}); shuffles those of a file
  --skip N               leaves out the first N openings
  --chess960             random openings begin with the 960 start positions
  --pairs N              pairs of games (${USUAL.pairs}; with --sprt as many as it takes)
  --sprt ELO0:ELO1       ends when one of these two differences is accepted, with an error of 5 % (--sprt=-5:0)
  --concurrency N        games at the same time (1)
  --resign CP:PLIES      the game is won when both scores say so for so many plies (${USUAL.resign}), or off
  --draw CP:MOVE:PLIES   drawn, from that move on (${USUAL.draw}), or off
  --max-moves N          drawn, after so many by each side (${USUAL["max-moves"]}), or off
  --out FILE             keeps the games; the same command goes on where it was interrupted
  --pgn FILE             the games in PGN, with scores and times
`;

const OPTIONS = {
  ...COMMON_FLAGS,
  ...VARIANT_FLAGS,
  a: { type: "string" },
  b: { type: "string" },
  "options-a": { type: "string", default: "" },
  "options-b": { type: "string", default: "" },
  "name-a": { type: "string" },
  "name-b": { type: "string" },
  movetime: { type: "string" },
  nodes: { type: "string" },
  depth: { type: "string" },
  clock: { type: "string" },
  margin: { type: "string" },
  timeout: { type: "string" },
  openings: { type: "string" },
  plies: { type: "string" },
  balance: { type: "string" },
  seed: { type: "string" },
  skip: { type: "string" },
  chess960: { type: "boolean", default: false },
  pairs: { type: "string" },
  sprt: { type: "string" },
  concurrency: { type: "string" },
  resign: { type: "string", default: USUAL.resign },
  draw: { type: "string", default: USUAL.draw },
  "max-moves": { type: "string", default: USUAL["max-moves"] },
  out: { type: "string" },
  pgn: { type: "string" },
} as const;

type Values = ReturnType<typeof readArgs>;

function readArgs(args: string[]) {
  return parseArgs({ args, options: OPTIONS }).values;
}

/** `wazaba match`. Exit code 1 if an engine could not be used, 128 and the signal's number if one ended it. */
export async function match(args: string[]): Promise<number> {
  const values = readArgs(args);
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const { variant, own } = gameFrom(values);
  const core = coreNamed(values.core);
  const limit = limitFrom(values);
  const isTimed = limit.kind === "movetime" || limit.kind === "clock";
  const adjudication = adjudicationFrom(values);
  const sprt = values.sprt === undefined ? null : sprtFrom(values.sprt);
  const marginMs = wholeNumber("--margin", values.margin, 0) ?? USUAL.margin;
  const timeoutMs = wholeNumber("--timeout", values.timeout, 1) ?? USUAL.timeout[isTimed ? "timed" : "untimed"];
  const concurrency = wholeNumber("--concurrency", values.concurrency, 1) ?? USUAL.concurrency;
  const skip = wholeNumber("--skip", values.skip, 0) ?? 0;
  const book = bookFrom(values, variant, own, core);
  const wanted = 2 * pairsFrom(values, isTimed ? Number.POSITIVE_INFINITY : book.size - skip);
  const { chess960 } = book;
  const setup = { variant, chess960 };
  const contestants = { a: contestantFrom(values, "a", setup, core), b: contestantFrom(values, "b", setup, core) };

  const engineOf = (rival: Rival) => {
    return { command: values[rival] ?? null, options: contestants[rival].options.map((option) => option.join("=")) };
  };
  const engines = { a: engineOf("a"), b: engineOf("b") };
  const openings = { ...book.identity, skip };
  const conditions = { ...engines, core, variant: variant.id, limit, marginMs, adjudication, openings };
  const file = values.out === undefined ? null : new RecordFile(values.out, conditions);
  const games: GameRecord[] = [...(file?.games ?? [])];
  let names: Names = file?.names ?? { a: "A", b: "B" };
  const pgn = values.pgn === undefined ? null : new PgnFile(values.pgn, games.length > 0);
  const tally = new Tally(sprt);
  const keep = (game: GameRecord) => {
    tally.add(game);
    pgn?.add(game, { variant, chess960, limit, names });
  };
  games.forEach(keep);
  const from = games.length;
  let thinkingMs = 0;
  const start = performance.now();
  const showStanding = () => {
    if (!process.stderr.isTTY) return;
    const played = games.length - from;
    const left = ((performance.now() - start) / played) * (wanted - games.length);
    const isKnown = played > 0 && sprt === null;
    showProgress(describeProgress({ wanted, sprt }, tally.standing()) + (isKnown ? `, ${formatTime(left)} left` : ""));
  };
  const interruption = new Interruption();
  let failure: WazabaError | null = null;
  showStanding();
  try {
    await playMatch({
      contestants,
      book,
      skip,
      chess960,
      limit,
      marginMs,
      timeoutMs,
      adjudication,
      concurrency,
      names: { a: values["name-a"] ?? null, b: values["name-b"] ?? null },
      from,
      to: isComplete({ wanted }, tally.standing()) ? from : wanted,
      onGame: (game, called) => {
        names = called;
        file?.add(game, names);
        games.push(game);
        keep(game);
        for (const { timeMs } of game.moves) thinkingMs += timeMs;
        showStanding();
        return isComplete({ wanted }, tally.standing());
      },
      signal: interruption.signal,
    });
  } catch (error) {
    if (!(error instanceof WazabaError)) throw error;
    failure = error;
  } finally {
    showProgress("");
    file?.close();
    pgn?.close();
    interruption.dispose();
  }

  const timeMs = performance.now() - start;
  const played = games.length - from;
  const thinking = played === 0 ? 0 : thinkingMs / (timeMs * Math.min(concurrency, wanted - from));
  const run = { played, timeMs, thinking };
  const facts: Match = { variant: variant.id, limit, names, engines, sprt, wanted };
  if (values.json) process.stdout.write(`${JSON.stringify(reportOf(facts, tally, games, run))}\n`);
  else if (games.length > 0) process.stdout.write(`${describeReport(facts, tally, run)}\n`);
  if (failure !== null) process.stderr.write(`wazaba: ${failure.message}\n`);
  return failure === null ? interruption.exitCode : 1;
}

/** A limit for the engines, at most one of those that there are. */
function limitFrom(values: Values): Limit {
  const { clock } = values;
  const ms = wholeNumber("--movetime", values.movetime, 1);
  const nodes = wholeNumber("--nodes", values.nodes, 1);
  const plies = wholeNumber("--depth", values.depth, 1);
  const given: Limit[] = [
    ...(ms === undefined ? [] : [{ kind: "movetime", ms } as const]),
    ...(nodes === undefined ? [] : [{ kind: "nodes", nodes } as const]),
    ...(plies === undefined ? [] : [{ kind: "depth", plies } as const]),
    ...(clock === undefined ? [] : [parseClock(clock)]),
  ];
  if (given.length > 1) throw new WazabaError("usage", "one of --movetime, --nodes, --depth and --clock");
  return given.at(0) ?? { kind: "movetime", ms: USUAL.movetime };
}

function adjudicationFrom(values: Values): AdjudicationRules {
  const numbers = (flag: "resign" | "draw" | "max-moves", form: string): number[] | null => {
    const text = values[flag];
    if (text === "off") return null;
    const parts = text.split(":");
    const isWhole = parts.every((part) => /^\d{1,9}$/.test(part)) && parts.length === form.split(":").length;
    if (!isWhole || Number(parts.at(-1)) === 0) {
      throw new WazabaError("usage", `--${flag}: ${quote(text)} is neither ${form} nor off`);
    }
    return parts.map(Number);
  };
  const resign = numbers("resign", "CP:PLIES");
  const draw = numbers("draw", "CP:MOVE:PLIES");
  return {
    resign: resign === null ? null : { cp: resign[0], plies: resign[1] },
    draw: draw === null ? null : { cp: draw[0], from: draw[1], plies: draw[2] },
    maxMoves: numbers("max-moves", "N")?.at(0) ?? null,
  };
}

/** @param most so many would be the same again, move by move */
function pairsFrom({ pairs, sprt }: Values, most: number): number {
  const given = wholeNumber("--pairs", pairs, 1);
  if (most < Math.max(1, given ?? 1)) {
    const left = `there are openings for ${Math.max(0, most)}, and without a clock they would go the same way again`;
    throw new WazabaError("usage", `--pairs: ${left}`);
  }
  return given ?? Math.min(sprt === undefined ? USUAL.pairs : ENDLESS, most);
}

function sprtFrom(text: string): Sprt {
  const parts = /^(-?\d{1,3}(?:\.\d{1,3})?):(-?\d{1,3}(?:\.\d{1,3})?)$/.exec(text);
  const [elo0, elo1] = parts === null ? [] : parts.slice(1).map(Number);
  if (!(elo0 < elo1)) throw new WazabaError("usage", `--sprt: ${quote(text)} is not like 0:5, the lower Elo first`);
  return { elo0, elo1 };
}

function bookFrom(values: Values, variant: Variant, own: readonly Variant[], core: CoreName): Book {
  const { openings, chess960 } = values;
  const seed = wholeNumber("--seed", values.seed, 0);
  const plies = wholeNumber("--plies", values.plies, 0);
  const balance = wholeNumber("--balance", values.balance, 0);
  if (openings !== undefined) {
    const isRandomToo = plies !== undefined || balance !== undefined || chess960;
    if (isRandomToo) throw new WazabaError("usage", "--plies, --balance and --chess960 do not go with --openings");
    return new FileBook(openings, variant, seed, own);
  }
  if (chess960 && variant.id !== CHESS.id) throw new WazabaError("usage", `--chess960: there is none of ${variant.id}`);
  const usual = { plies: plies ?? USUAL.plies, balance: balance ?? USUAL.balance, seed: seed ?? USUAL.seed };
  return new RandomBook({ ...usual, variant, chess960 }, core);
}

function contestantFrom(
  values: Values,
  rival: Rival,
  setup: Pick<ContestantSettings, "variant" | "chess960">,
  core: CoreName,
): ContestantSettings {
  const given = values[rival];
  const games = (values["variant-file"] ?? []).flatMap((file) => ["--variant-file", file]);
  const self = [process.execPath, process.argv[1], "--core", core, ...games];
  const flag = `options-${rival}` as const;
  const options = values[flag].split(";").filter((text) => text.trim() !== "");
  return {
    ...setup,
    command: given === undefined ? self : splitCommand(given),
    // A button has no value.
    options: options.map((text) => (text.includes("=") ? nameAndValue(`--${flag}`, text) : ([text.trim()] as const))),
  };
}

/** The file that games are written to in PGN. */
class PgnFile {
  readonly #descriptor: number;

  /**
   * @param goesOn its games were played before, and are written once more; otherwise no file is overwritten
   * @throws {WazabaError} `file`
   */
  constructor(name: string, goesOn: boolean) {
    const refuse = (reason: string) => new WazabaError("file", `--pgn: ${quote(name)}: ${reason}`);
    if (!goesOn && existsSync(name) && statSync(name).size > 0) throw refuse("exists already");
    try {
      this.#descriptor = openSync(name, "w");
    } catch (error) {
      throw refuse((error as Error).message);
    }
  }

  add(game: GameRecord, context: PgnContext): void {
    writeFileSync(this.#descriptor, `${formatGame(game, context)}\n`);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

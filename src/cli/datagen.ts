import { type GameSettings, isTrainingGame, playGame, type Result, type TrainingGame } from "../datagen/game";
import { OwnTeacher, type Teacher, UciTeacher } from "../datagen/teacher";
import { WazabaError } from "../errors";
import { GameFile } from "../series/file";
import { playGames } from "../series/run";
import { CHESS } from "../variants/games";
import { NAME } from "../version";
import { COMMON_FLAGS, coreNamed, nameAndValue, parseArgs, wholeNumber } from "./arguments";
import { splitCommand } from "./command-line";
import { gameFrom, VARIANT_FLAGS } from "./games";
import { Interruption } from "./interruption";
import { formatTime, showProgress } from "./progress";

const USUAL = { games: 100, nodes: 1000, jobs: 1, seed: 1, plies: 8, balance: 180, resign: 1200, timeout: 60_000 };

const HELP = `wazaba datagen [--teacher CMD] [--teacher-option NAME=VALUE] [--nodes N] [--games N] [--out FILE] [--jobs J]
               [--seed S] [--plies P] [--balance CP] [--resign CP] [--timeout MS] [--chess960] [--variant ID]
               [--variant-file FILE] [--core wasm|ts] [--json]

Plays games to train a network with, a line each: FEN|result|move score move score ... The FEN is the position after the
opening, the result 1, 0 or -1 for White; moves are UCI, each with the score that the side to move had before it, in
centipawns, 32000 - n for a mate in n moves. Every game is the same however many are played at once, so the same command
with --out goes on where it was interrupted.
  --teacher CMD                  a UCI engine that plays them; otherwise Wazaba itself
  --teacher-option NAME=VALUE    an option for it, any number of times
  --nodes N                      for each move (${USUAL.nodes})
  --games N                      games in all, those that FILE has included (${USUAL.games})
  --out FILE                     where they are added; otherwise standard output
  --jobs J                       games at the same time (${USUAL.jobs})
  --seed S                       of the random openings (${USUAL.seed})
  --plies P                      random moves before a game, sometimes one more (${USUAL.plies})
  --balance CP                   openings are dropped whose score is farther from zero (${USUAL.balance})
  --resign CP                    from here on a score looks won; after 6 such plies in a row the game is (${USUAL.resign})
  --timeout MS                   a teacher that says nothing for so long has failed (${USUAL.timeout})
  --chess960                     the 960 start positions; castling is king takes rook
`;

/** `wazaba datagen`. Exit code 1 if the teacher failed, 128 and the signal's number if one ended it; the games are kept. */
export async function datagen(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      ...COMMON_FLAGS,
      ...VARIANT_FLAGS,
      teacher: { type: "string" },
      "teacher-option": { type: "string", multiple: true, default: [] },
      nodes: { type: "string" },
      games: { type: "string" },
      out: { type: "string" },
      jobs: { type: "string" },
      seed: { type: "string" },
      plies: { type: "string" },
      balance: { type: "string" },
      resign: { type: "string" },
      timeout: { type: "string" },
      chess960: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const number = (name: keyof typeof USUAL, least: number) => {
    return wholeNumber(`--${name}`, values[name], least) ?? USUAL[name];
  };
  const [games, nodes, jobs, timeoutMs] = [
    number("games", 1),
    number("nodes", 1),
    number("jobs", 1),
    number("timeout", 1),
  ];
  const { variant } = gameFrom(values);
  const { chess960 } = values;
  if (chess960 && variant.id !== CHESS.id) throw new WazabaError("usage", `--chess960: there is none of ${variant.id}`);
  if (values.json && values.out === undefined) throw new WazabaError("usage", "--json: the games need --out then");
  const plan = { plies: number("plies", 0), balance: number("balance", 0), resign: number("resign", 1) };
  const settings: GameSettings = { ...plan, variant, chess960, seed: number("seed", 0) };
  const core = coreNamed(values.core);
  const command = values.teacher === undefined ? null : splitCommand(values.teacher);
  const options = values["teacher-option"].map((text) => nameAndValue("--teacher-option", text));
  if (command === null && options.length > 0) throw new WazabaError("usage", "--teacher-option: there is no --teacher");
  const newTeacher = (): Teacher => {
    if (command === null) return new OwnTeacher(core, variant, nodes);
    return new UciTeacher({ command, options, variant, chess960, nodes, timeoutMs });
  };

  const file =
    values.out === undefined
      ? null
      : new GameFile(values.out, (line) => {
          return isTrainingGame(line, variant) ? null : `holds no games of ${variant.id}`;
        });
  const before = file?.before ?? 0;
  const tally = new Tally(before, games);
  const interruption = new Interruption();
  let failure: WazabaError | null = null;
  showProgress(tally.progress());
  try {
    await playGames({
      from: before,
      to: games,
      players: Array.from({ length: Math.max(0, Math.min(jobs, games - before)) }, newTeacher),
      play: (index, teacher) => playGame(index, settings, teacher),
      onGame: (game) => {
        showProgress("");
        if (file === null) process.stdout.write(`${game.text}\n`);
        else file.add(game.text);
        tally.add(game);
        showProgress(tally.progress());
      },
      signal: interruption.signal,
    });
  } catch (error) {
    if (!(error instanceof WazabaError)) throw error;
    failure = error;
  } finally {
    showProgress("");
    file?.close();
    interruption.dispose();
  }

  const summary = tally.summary();
  if (values.json) {
    const context = { variant: variant.id, teacher: values.teacher ?? NAME, nodes, seed: settings.seed };
    process.stdout.write(`${JSON.stringify({ ...context, ...summary, isComplete: summary.games >= games })}\n`);
  } else if (file !== null) process.stdout.write(`${describeSummary(summary)}\n`);
  if (failure !== null) process.stderr.write(`wazaba: ${failure.message}\n`);
  return failure === null ? interruption.exitCode : 1;
}

/** What has been played in this run. */
class Tally {
  readonly #start = performance.now();
  readonly #before: number;
  readonly #wanted: number;
  readonly #results: Record<Result, number> = { 1: 0, 0: 0, "-1": 0 };
  #played = 0;
  #positions = 0;

  constructor(before: number, wanted: number) {
    this.#before = before;
    this.#wanted = wanted;
  }

  add({ result, positions }: TrainingGame): void {
    this.#played++;
    this.#results[result]++;
    this.#positions += positions;
  }

  summary() {
    const timeMs = performance.now() - this.#start;
    return {
      /** In all. */
      games: this.#before + this.#played,
      played: this.#played,
      positions: this.#positions,
      whiteWins: this.#results[1],
      draws: this.#results[0],
      blackWins: this.#results[-1],
      timeMs,
      positionsPerSecond: Math.round((this.#positions * 1000) / timeMs),
    };
  }

  progress(): string {
    const { games, played, positions, timeMs, positionsPerSecond } = this.summary();
    if (played === 0) return `${games} of ${this.#wanted} games`;
    const left = formatTime((timeMs / played) * (this.#wanted - games));
    return `${games} of ${this.#wanted} games, ${positions} positions, ${positionsPerSecond}/s, ${left} left`;
  }
}

function describeSummary(summary: ReturnType<Tally["summary"]>): string {
  const { games, played, positions, whiteWins, draws, blackWins, positionsPerSecond } = summary;
  if (played === 0) return `${games} games, none of them new`;
  const results = `${whiteWins} won by White, ${draws} drawn, ${blackWins} won by Black`;
  return `${games} games, ${played} of them new (${results}), ${positions} new positions, ${positionsPerSecond}/s`;
}

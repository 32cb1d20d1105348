import { findTunable, TUNABLES, TUNED } from "../core/tuning";
import { quote, WazabaError } from "../errors";
import type { Limit } from "../match/clock";
import { Journal } from "../tune/journal";
import { describeProgress, describeReport, reportOf, type TuningFacts } from "../tune/report";
import { type Iteration, tuneByGames } from "../tune/run";
import { type Parameter, Spsa, usualGains } from "../tune/spsa";
import { COMMON_FLAGS, coreNamed, parseArgs, wholeNumber } from "./arguments";
import { gameFrom, VARIANT_FLAGS } from "./games";
import { Interruption } from "./interruption";
import { optionListFrom, ownCommand, PLAYING_FLAGS, playingFrom, playingHelp } from "./playing";
import { formatTime, showProgress } from "./progress";

const USUAL = {
  iterations: 1000,
  games: 8,
  concurrency: 1,
  seed: 1,
  /** Its budget follows from the machine's speed, so with it no game would be the same again. */
  options: "MateSearch=false",
};
const USUAL_LIMIT: Limit = { kind: "nodes", nodes: 5000 };

const HELP = `wazaba tune [--numbers NAME,NAME…] [--iterations N] [--games-per-iteration N] [--concurrency N] [--options LIST]
            [--movetime MS | --nodes N | --depth N | --clock TIME] [--margin MS] [--timeout MS]
            [--openings FILE | --plies P --balance CP] [--seed S] [--chess960]
            [--resign RULE] [--draw RULE] [--max-moves N] [--out FILE]
            [--variant ID] [--variant-file FILE] [--core wasm|ts] [--json]

Tunes numbers of the search by games (SPSA, Spall 1992). Each iteration moves all numbers a little, each to a random side,
plays that against the opposite, and goes a step towards the winner. What it ends with is a proposal: a match confirms it.
  --numbers NAME,NAME…   those to be tuned (all that wazaba --tune has for options)
  --iterations N         in all (${USUAL.iterations})
  --games-per-iteration N
                         an even number, each opening with colours reversed (${USUAL.games})
  --concurrency N        iterations at the same time (${USUAL.concurrency}); with one, and --nodes, all is the same in every run
  --options LIST         for both engines (${USUAL.options})
${playingHelp(USUAL_LIMIT)}
  --out FILE             keeps each iteration; the same command goes on where it was interrupted
`;

/** `wazaba tune`. Exit code 1 if the engine could not be used, 128 and the signal's number if one ended it. */
export async function tune(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      ...COMMON_FLAGS,
      ...VARIANT_FLAGS,
      ...PLAYING_FLAGS,
      numbers: { type: "string" },
      iterations: { type: "string" },
      "games-per-iteration": { type: "string" },
      concurrency: { type: "string" },
      options: { type: "string", default: USUAL.options },
      out: { type: "string" },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const { variant, own } = gameFrom(values);
  const core = coreNamed(values.core);
  const parameters = parametersFrom(values.numbers);
  const wanted = wholeNumber("--iterations", values.iterations, 1) ?? USUAL.iterations;
  const pairs = pairsFrom(values["games-per-iteration"]);
  const concurrency = wholeNumber("--concurrency", values.concurrency, 1) ?? USUAL.concurrency;
  const seed = wholeNumber("--seed", values.seed, 0) ?? USUAL.seed;
  const options = optionListFrom("--options", values.options);
  const { settings, book, readyTimeoutMs } = playingFrom(values, USUAL_LIMIT, { variant, own, core });
  const { limit, marginMs, adjudication, chess960 } = settings;
  const gains = usualGains(wanted, pairs);

  const engine = { options: options.map((option) => option.join("=")), core, variant: variant.id };
  const play = { limit, marginMs, adjudication, openings: book.identity, games: 2 * pairs };
  const conditions = { ...engine, numbers: parameters, iterations: wanted, ...play, seed, gains };
  const file = values.out === undefined ? null : new Journal(values.out, conditions);
  const iterations: Iteration[] = [...(file?.iterations ?? [])];
  const from = iterations.length;
  const reached = iterations.at(-1)?.values;
  const spsa = new Spsa(parameters, gains, seed, reached && parameters.map(({ name }) => reached[name]));
  const facts: TuningFacts = { variant: variant.id, limit, parameters, wanted };
  const start = performance.now();
  const showStanding = () => {
    if (!process.stderr.isTTY) return;
    const played = iterations.length - from;
    const left = ((performance.now() - start) / played) * (wanted - iterations.length);
    showProgress(describeProgress(facts, iterations) + (played > 0 ? `, ${formatTime(left)} left` : ""));
  };
  const interruption = new Interruption();
  let failure: WazabaError | null = null;
  showStanding();
  try {
    await tuneByGames({
      ...settings,
      contestant: { command: ownCommand(core, values, "--tune"), options, variant, chess960, readyTimeoutMs },
      book,
      spsa,
      from,
      to: wanted,
      pairs,
      concurrency,
      onIteration: (iteration) => {
        file?.add(iteration);
        iterations.push(iteration);
        showStanding();
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

  if (values.json) process.stdout.write(`${JSON.stringify(reportOf(facts, iterations))}\n`);
  else if (iterations.length > 0) process.stdout.write(`${describeReport(facts, iterations)}\n`);
  if (failure !== null) process.stderr.write(`wazaba: ${failure.message}\n`);
  return failure === null ? interruption.exitCode : 1;
}

/** The numbers to be tuned, in the order of `TUNABLES`, each from the core's own value on. */
function parametersFrom(text: string | undefined): Parameter[] {
  const all = TUNABLES.map(({ name, least, most }, index) => ({ name, start: TUNED[index], least, most }));
  if (text === undefined) return all;
  const wanted = text.split(",").map((name) => {
    const index = findTunable(name.trim());
    if (index === undefined) throw new WazabaError("usage", `--numbers: there is no number ${quote(name.trim())}`);
    return index;
  });
  return all.filter((_, index) => wanted.includes(index));
}

function pairsFrom(text: string | undefined): number {
  const games = wholeNumber("--games-per-iteration", text, 1) ?? USUAL.games;
  if (games % 2 === 1)
    throw new WazabaError("usage", `--games-per-iteration: ${games} is odd, and games come in pairs`);
  return games / 2;
}

/**
 * The fuzzer. It sends valid and invalid lines of each protocol to the real process, texts of every kind to the
 * parsers, PGN and FEN to all of their readers, and unheard-of variants to both cores. Whatever comes in, the process answers each request exactly once,
 * does not grow, and searches the same tree afterwards; a parser returns a value or throws a typed error; both cores agree.
 *
 *     npm run fuzz -- [--lines N] [--seed S] [--only uci|xboard|parsers|readers|games]
 *
 * N lines to the engine, half of them in each protocol, as many texts to the parsers and to the readers, a variant per hundred. The engine
 * and the cores are those built last. Exit code 1 if anything is found.
 */

import { parseArgs } from "node:util";
import fc from "fast-check";
import { START_FEN } from "../../src/chess/position/fen";
import { defineVariant } from "../../src/chess/rules/define-variant";
import { Game } from "../../src/chess/rules/game";
import type { VariantDefinition } from "../../src/chess/variants/definition";
import type { Variant } from "../../src/chess/variants/variant";
import { WazabaError } from "../../src/errors";
import { seedFor } from "../../src/random";
import { garbled, junk, wander } from "../support/arbitraries";
import { builtCores } from "../support/cores";
import { likelyDefinitions } from "../support/definitions";
import { PARSERS, workedMs } from "../support/parsers";
import { EngineUnderFire, Finding } from "./engine";
import type { Protocol } from "./protocol";
import { casesOfPgn, fenReadersDiffer, pgnReadersDiffer } from "./readers";
import { UCI } from "./uci";
import { XBOARD } from "./xboard";

const { values } = parseArgs({
  options: {
    lines: { type: "string", default: "20000" },
    seed: { type: "string", default: "1" },
    only: { type: "string" },
  },
});
const lines = Number(values.lines);
const seed = Number(values.seed);

const PROTOCOLS: Readonly<Record<string, Protocol>> = { uci: UCI, xboard: XBOARD };

/** Scenes per draw, and lines per batch. */
const SCENES = 100;
const VOLLEY = 50;
/** The lines after which the process is reset and its memory is measured. */
const STAGE = 5000;
/**
 * How much larger it may be at the end than it was in the first quarter, and what it may grow by anyway, bytes: malloc's
 * memory is torn to pieces once, by some 50 MB within the first 40,000 lines, and then no more.
 */
const GROWTH = 1.2;
const SLACK = 64 * 2 ** 20;
/** Valid texts per draw, and texts made from them. */
const STOCK = 50;
const TEXTS = 1000;
/** The limit for a text, milliseconds. */
const AT_ONCE_MS = 1000;
/** What both cores search of a game, nodes, and how many plies of it are played. */
const NODES = 500;
const PLIES = 20;
const LINES_A_GAME = 100;

/** FENs as they are copied from links and programs. */
const FENS = [
  "startpos",
  `"${START_FEN}"`,
  START_FEN.replaceAll(" ", "_"),
  `${START_FEN};`,
  "r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1",
];

const say = (text: string) => process.stdout.write(`${text}\n`);
const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;

/** Values drawn from an arbitrary, others for each number. */
function draw<T>(arbitrary: fc.Arbitrary<T>, count: number, number: number): T[] {
  return fc.sample(arbitrary, { numRuns: count, seed: seedFor(seed, number) | 0 });
}

/** Texts as they arrive, made from valid ones: unchanged, garbled, or unrelated. */
function arrivals(stock: readonly string[]): fc.Arbitrary<string> {
  const right = fc.constantFrom(...stock);
  return fc.oneof(
    { weight: 2, arbitrary: right },
    { weight: 5, arbitrary: garbled(right) },
    { weight: 1, arbitrary: junk },
  );
}

/** Lines for the engine: scenes as they are meant, and something bad after every other line, some of it no UTF-8. */
function* volleys({ scenes, commandOf, farewells }: Protocol): Generator<Buffer[], never, undefined> {
  const isFarewell = (line: string) => farewells.includes(commandOf(line) ?? "");
  for (let number = 0; ; number++) {
    const meant = draw(scenes, SCENES, number).flat();
    const bad = draw(arrivals(meant), Math.floor(meant.length / 2), number);
    const arriving = meant.flatMap((line, i) => {
      const bytes = [Buffer.from(`${line}\n`)];
      if (i % 2 === 1) bytes.push(Buffer.from(`${bad[i >> 1]}\n`, i % 8 === 1 ? "latin1" : "utf8"));
      return bytes;
    });
    const staying = arriving.filter((bytes) => !bytes.toString("utf8").split("\n").some(isFarewell));
    for (let i = 0; i < staying.length; i += VOLLEY) yield staying.slice(i, i + VOLLEY);
  }
}

/** Sends lines to the real process. */
async function fuzzEngine(name: string, protocol: Protocol): Promise<void> {
  const fresh = new EngineUnderFire(protocol);
  await fresh.greet();
  const signature = await fresh.signature();
  await fresh.quit();

  const engine = new EngineUnderFire(protocol);
  const weights: number[] = [];
  let sent = 0;
  let last: Buffer[] = [];
  const start = performance.now();
  try {
    await engine.greet();
    for (last of volleys(protocol)) {
      await engine.endure(Buffer.concat(last));
      const stage = Math.floor(sent / STAGE);
      sent += last.length;
      if (Math.floor(sent / STAGE) > stage) weights.push((await engine.reset()) ?? 0);
      if (sent >= lines / Object.keys(PROTOCOLS).length) break;
    }
    weights.push((await engine.reset()) ?? 0);
    const after = await engine.signature();
    if (after !== signature) throw new Finding(`the signature was ${signature} and is ${after}`);
    const code = await engine.quit();
    if (code !== 0) throw new Finding(`exit code ${code}`);
    last = [];
    const early = Math.max(...weights.slice(0, Math.ceil(weights.length / 4)));
    const end = weights.at(-1) ?? 0;
    const answers = [...engine.answered].map(([command, count]) => `${command} ${count}`).join(", ");
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    say(`${name}: ${sent} lines in ${seconds} s${answers && `; answered once each: ${answers}`}`);
    say(`${name}: signature ${after} as before; memory ${megabytes(early)} at first, ${megabytes(end)} in the end`);
    if (end > early * GROWTH + SLACK)
      throw new Finding(`memory has grown from ${megabytes(early)} to ${megabytes(end)}`);
  } catch (error) {
    engine.kill();
    if (!(error instanceof Finding)) throw error;
    report(
      `${name}, after ${sent} lines: ${error.message}`,
      last.map((bytes) => bytes.toString("utf8")),
    );
  }
}

/** Gives texts to all parsers in turn. */
function fuzzParsers(): void {
  const count = { values: 0, errors: 0 };
  let slowest = { what: "none", ms: 0 };
  const parsers = Object.entries(PARSERS);
  for (let number = 0; count.values + count.errors < lines; number++) {
    const [what, { texts, read }] = parsers[number % parsers.length];
    for (const text of draw(arrivals(draw(texts, STOCK, number)), TEXTS, number)) {
      const start = workedMs();
      try {
        read(text);
        count.values++;
      } catch (error) {
        count.errors++;
        if (!(error instanceof WazabaError)) report(`${what}: ${(error as Error).stack}`, [text]);
      }
      const ms = workedMs() - start;
      if (ms > slowest.ms) slowest = { what, ms };
      if (ms > AT_ONCE_MS) report(`${what}: ${ms.toFixed(0)} ms`, [text]);
    }
  }
  const { what, ms } = slowest;
  say(`parsers: ${count.values} texts read, ${count.errors} refused; the slowest took ${ms.toFixed(0)} ms (${what})`);
}

/** Gives texts to all readers of PGN and FEN, half of them each. */
function fuzzReaders(): void {
  let read = 0;
  let slowest = 0;
  const stock = { PGN: casesOfPgn(), FEN: FENS };
  for (let number = 0; read < lines; number++) {
    const what = number % 2 === 0 ? "PGN" : "FEN";
    const right = [...stock[what], ...draw(PARSERS[what].texts, STOCK, number)];
    const differ = what === "PGN" ? pgnReadersDiffer : fenReadersDiffer;
    for (const text of draw(arrivals(right), Math.min(TEXTS, lines - read), number)) {
      const start = workedMs();
      try {
        const difference = differ(text, read++);
        if (difference !== null) report(`${what}: ${difference}`, [text]);
      } catch (error) {
        report(`${what}: ${(error as Error).stack}`, [text]);
      }
      const ms = workedMs() - start;
      slowest = Math.max(slowest, ms);
      if (ms > AT_ONCE_MS) report(`${what}: ${ms.toFixed(0)} ms`, [text]);
    }
  }
  say(
    `readers: ${read} texts, alike by the command line, the API and the page; the slowest took ${slowest.toFixed(0)} ms`,
  );
}

/** Has both cores search games that were never heard of, here and there in them: they must find the same. */
async function fuzzGames(): Promise<void> {
  const cores = await builtCores({ build: "variants" });
  let searched = 0;
  for (let number = 0; number < lines / LINES_A_GAME; number++) {
    const [definition] = draw(likelyDefinitions, 1, number);
    const variant = defined(definition as VariantDefinition);
    if (variant === null) continue;
    const game = Game.start(variant);
    wander(game, draw(fc.nat(0xffff), number % PLIES, number));
    const [one, other] = cores.map((core) => {
      core.setPosition(game.root, game.moves);
      core.newGame();
      return JSON.stringify([core.search({ nodes: NODES }), core.found()]);
    });
    searched++;
    if (one !== other) report(`games: ${one} and ${other} at ${game.fen()}`, [JSON.stringify(definition)]);
  }
  say(`games: ${searched} searched, alike by both cores`);
}

function defined(definition: VariantDefinition): Variant | null {
  try {
    return defineVariant(definition);
  } catch (error) {
    if (error instanceof WazabaError) return null;
    throw error;
  }
}

/** Tells of something that must not be, with what brought it about. */
function report(what: string, inputs: readonly string[]): void {
  process.exitCode = 1;
  say(`FINDING (seed ${seed}): ${what}`);
  for (const input of inputs) say(`  ${JSON.stringify(input.slice(0, 1000))}`);
}

const TARGETS: Readonly<Record<string, () => Promise<void> | void>> = {
  parsers: fuzzParsers,
  readers: fuzzReaders,
  games: fuzzGames,
  ...Object.fromEntries(Object.entries(PROTOCOLS).map(([name, protocol]) => [name, () => fuzzEngine(name, protocol)])),
};

for (const [name, target] of Object.entries(TARGETS)) {
  if (values.only === undefined || values.only === name) await target();
}

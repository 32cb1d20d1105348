/** The skeleton of commands that read positions or games, have each one analysed by a job, and keep the results in order. */

import { WazabaError } from "../../errors";
import { type Conditions, parseObject } from "../../jobs/conditions";
import { sha256Of } from "../../jobs/fingerprint";
import type { JobKind } from "../../jobs/job";
import { Journal, type JournalFormat } from "../../jobs/journal";
import type { Pool } from "../../jobs/pool";
import { longRun, type RunOutcome } from "./long-run";
import { STDIN } from "./text-file";

/** Inputs from files, read one after another, as far as they are needed. */
export interface Source<Input> {
  /** How much has been read, percent; null if unknown. */
  readonly percent: number | null;
  open(signal: AbortSignal): void;
  /** The next input that can be used; null at the end. */
  next(): Promise<Input | null>;
}

export interface Stream<Input, Setup, Params, Result> {
  readonly source: Source<Input>;
  /** The file of `--out`; null without. */
  readonly journal: Journal | null;
  /** What a line of the journal is called in errors, and whether it is one. */
  readonly noun: string;
  isResult(result: Partial<Result>): boolean;
  readonly kind: JobKind<Setup, Params, Result>;
  readonly setup: Setup;
  params(input: Input): Params;
  /** Receives each result in order, those of the journal first. */
  keep(input: Input, result: Result): void;
  /** The line of progress, by the number of new results and the time that they took, milliseconds. */
  progress(count: number, timeMs: number): string;
  /** Called at the end in any case: files are closed there. */
  end?(): void;
}

/** Has all inputs analysed, except for those whose results are in the journal. */
export function streamRun<Input, Setup, Params, Result extends { readonly index: number }>(
  stream: Stream<Input, Setup, Params, Result>,
  pool: Pool,
): Promise<RunOutcome> {
  const { source, journal, noun, kind, setup, keep } = stream;
  let begun = { percent: 0, at: performance.now() };
  let count = 0;
  /** Inputs that are being analysed, or are queued. */
  const inputs = new Map<number, Input>();
  const parse = (line: string, index: number) => {
    const result = parseObject(line) as Partial<Result> | null;
    return result?.index === index && stream.isResult(result) ? (result as Result) : null;
  };
  return longRun(
    {
      progress: () => stream.progress(count, performance.now() - begun.at),
      counts: () => (source.percent === null ? null : { done: source.percent, before: begun.percent, wanted: 100 }),
    },
    pool,
    async ({ signal, work }) => {
      source.open(signal);
      for (const result of journal?.eachResult(parse, noun) ?? []) {
        const input = await source.next();
        if (input === null) break;
        keep(input, result);
      }
      begun = { percent: source.percent ?? 0, at: performance.now() };
      await work({
        kind,
        setup,
        from: journal?.before ?? 0,
        to: Number.MAX_SAFE_INTEGER,
        params: async (index) => {
          const input = await source.next();
          if (input === null) return null;
          inputs.set(index, input);
          return stream.params(input);
        },
        onResult: (result, index) => {
          journal?.add([JSON.stringify(result)]);
          count++;
          keep(inputs.get(index) as Input, result);
          inputs.delete(index);
          return false;
        },
      });
    },
    () => {
      journal?.close();
      stream.end?.();
    },
  );
}

/**
 * The journal of `--out`, whose results depend on the contents of files; null without the flag.
 *
 * @param conditions what else they depend on
 * @throws {WazabaError} `usage` if a file cannot be read again, `file` if the journal belongs to another run
 */
export function journalOf(
  out: string | undefined,
  files: readonly string[],
  kind: string,
  conditions: Conditions,
  what: JournalFormat["what"],
): Journal | null {
  if (out === undefined) return null;
  if (files.includes(STDIN)) throw new WazabaError("usage", "--out: standard input cannot be read again; name a file");
  return new Journal(out, { kind, conditions: { files: files.map(sha256Of), ...conditions }, what });
}

/** A protocol as the fuzzer sees it. */

import type fc from "fast-check";

export interface Protocol {
  /** The arguments of the process. */
  readonly args: readonly string[];
  /** The first line, and the end of the answer to it. */
  readonly greeting: readonly [line: string, answer: string];
  /** Lines as clients send them, some at a time. */
  readonly scenes: fc.Arbitrary<readonly string[]>;
  /** The command in a line, if any. */
  commandOf(line: string): string | undefined;
  /** Commands that must be answered exactly once, however wrong their arguments are, and the answers. */
  readonly answers: Readonly<Record<string, RegExp>>;
  /** Commands after which the process answers nothing. */
  readonly farewells: readonly string[];
  /** Stops everything in progress. */
  readonly halt: readonly string[];
  /** Repeated until the engine is idle: stops the activity in progress. */
  readonly nudge?: string;
  /** A line for each number whose answer comes after everything before it is done. */
  barrier(number: number): { readonly line: string; readonly answer: string };
  /** Resets everything to the initial state. */
  readonly reset: readonly string[];
  /** Asks for the signature, and how it is answered. */
  readonly bench: readonly [lines: readonly string[], answer: RegExp];
}

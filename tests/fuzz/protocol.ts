/** What the fuzzer has to know of a protocol. */

import type fc from "fast-check";

export interface Protocol {
  /** What the process is started with. */
  readonly args: readonly string[];
  /** The first line, and what ends the answer to it. */
  readonly greeting: readonly [line: string, answer: string];
  /** Lines as clients send them, some at a time. */
  readonly scenes: fc.Arbitrary<readonly string[]>;
  /** The command that a line comes to, if any. */
  commandOf(line: string): string | undefined;
  /** Commands that must be answered exactly once, however wrong what follows them, and how. */
  readonly answers: Readonly<Record<string, RegExp>>;
  /** Commands after which nothing more would be answered. */
  readonly farewells: readonly string[];
  /** Ends everything under way. */
  readonly halt: readonly string[];
  /** Said again and again until the engine has come to its senses: it ends what goes on just now. */
  readonly nudge?: string;
  /** A line of its own for each number, whose answer comes when all before it has been done. */
  barrier(number: number): { readonly line: string; readonly answer: string };
  /** Brings everything back to what it was at the start. */
  readonly reset: readonly string[];
  /** Asks for the signature, and how it is answered. */
  readonly bench: readonly [lines: readonly string[], answer: RegExp];
}

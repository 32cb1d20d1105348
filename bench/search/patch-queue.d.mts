/** Types of `patch-queue.mjs`, for the tests. */

export interface Conditions {
  readonly nodes?: number;
  readonly movetime?: number;
  readonly games: number;
  readonly sprt: string;
  readonly balance: string;
  readonly options: string;
  readonly variant: string;
  readonly rules: string;
}

export interface Patch {
  readonly name: string;
  readonly branch: string | null;
  readonly options: string;
  readonly conditions: Conditions;
}

export function parseQueue(text: string, usual: Readonly<Record<string, string | undefined>>): Patch[];
export function verdictOf(report: object): Readonly<Record<string, unknown>>;
export function keyOf(match: object): string;
export function isDecided(verdict: { readonly verdict: string }): boolean;
export function formatVerdicts(verdicts: readonly object[]): string;

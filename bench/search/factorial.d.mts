export interface ScreenedMatch {
  readonly assignment: readonly boolean[];
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
}

export function assignmentOf(match: number, count: number): boolean[];
export function runsOf(count: number): number;
export function effectsOf(matches: readonly ScreenedMatch[]): { elo: number; error: number }[] | null;

export interface Batch {
  readonly level: number;
  readonly points: number;
  readonly games: number;
}

export function estimateElo(results: readonly Batch[]): { elo: number; error: number };

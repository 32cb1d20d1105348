/** How a search probes Syzygy's tablebases. */

export interface TablebaseSettings {
  /** Folders, with the system's delimiter between them. */
  readonly path: string;
  /** Nodes with as many pieces as the limit are only probed from this depth on, plies. */
  readonly depth: number;
  /** The most pieces to probe with. */
  readonly limit: number;
  /** Whether the fifty-move rule counts. */
  readonly hasMoveLimit: boolean;
}

/** What tablebases say about the moves of the root. */
export interface RootRanking {
  /** The best moves, at least as many as lines are wanted where there are as many. */
  readonly moves: readonly number[];
  /** Their scores, as the core has them. */
  readonly scores: ReadonlyMap<number, number>;
  /** Positions found in tables. */
  readonly hits: number;
}

/** Many games at once, handed on in their order. */

/** Who plays games, one at a time: an engine, or two. */
export interface Player {
  /** Gets ready. Called once, before anything else but `close`. */
  open(): Promise<void>;
  /** Ends it, at any time; what is under way fails. */
  close(): Promise<void>;
}

export interface RunSettings<P extends Player, G> {
  /** The index of the first game to play, and of the first that is too much. */
  readonly from: number;
  readonly to: number;
  /** One for each game that is played at the same time; not open yet. */
  readonly players: readonly P[];
  readonly play: (index: number, player: P) => Promise<G>;
  /** Hears of each game in the order of their indices, so whatever there is when the run ends has no gaps. */
  readonly onGame: (game: G) => void;
  /** Ends the run early, without an error; games that are not handed on by then are lost. */
  readonly signal: AbortSignal;
}

/**
 * Plays games until all are done, one fails or the signal comes; closes the players.
 *
 * @throws what a player or `onGame` threw first
 */
export async function playGames<P extends Player, G>(settings: RunSettings<P, G>): Promise<void> {
  const { from, to, players, play, onGame, signal } = settings;
  const finished = new Map<number, G>();
  let next = from;
  let awaited = from;
  let isOver = signal.aborted;
  const end = async () => {
    isOver = true;
    await Promise.all(players.map((player) => player.close()));
  };
  const handOn = () => {
    for (let game = finished.get(awaited); game !== undefined && !isOver; game = finished.get(awaited)) {
      finished.delete(awaited++);
      onGame(game);
    }
  };
  const work = async (player: P) => {
    await player.open();
    while (!isOver && next < to) {
      const index = next++;
      finished.set(index, await play(index, player));
      handOn();
    }
  };
  const failures: unknown[] = [];
  signal.addEventListener("abort", end);
  await Promise.all(
    players.map(async (player) => {
      try {
        await work(player);
      } catch (error) {
        // Of a run that is over the players fail because they were closed.
        if (!isOver) failures.push(error);
        await end();
      }
    }),
  );
  signal.removeEventListener("abort", end);
  await end();
  if (failures.length > 0) throw failures[0];
}

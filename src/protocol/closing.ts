/**
 * The end of a session, by `quit` or the end of the input: earlier commands are answered first. A running search gets a
 * moment to finish on its own, and is then stopped.
 */

/** The moment for a search to finish, milliseconds: enough for a small perft, or an iteration. */
const MOMENT = 250;
/** An engine that does not answer by then is abandoned, milliseconds. */
const PATIENCE = 5000;

/** A session that is to be closed. */
export interface ClosingSession {
  /** Resolves when everything has been answered. */
  readonly answered: Promise<unknown>;
  /** Resolves when the engine has started, if it was needed. */
  engineIsUp(): Promise<unknown>;
  /** Stops the running search, and all queued ones. */
  stop(): void;
}

/** Resolves when everything has been answered, or some seconds after the stop. */
export async function closeSession({ answered, engineIsUp, stop }: ClosingSession): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const pass = (ms: number) =>
    new Promise<void>((resolve) => {
      if (!isOver) timer = setTimeout(resolve, ms);
    });
  const patience = async () => {
    // By then it is known whether an engine is needed.
    await pass(0);
    await engineIsUp();
    await pass(MOMENT);
    stop();
    await pass(PATIENCE);
  };
  await Promise.race([answered, patience()]);
  isOver = true;
  // A pending timer would keep the process alive.
  clearTimeout(timer);
}

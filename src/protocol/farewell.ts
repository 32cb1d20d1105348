/**
 * The end of a session, by `quit` or by the end of the input: what was asked for before is answered first, but nobody waits
 * for long. What is under way gets a moment to end by itself, and is then stopped.
 */

/** The moment, milliseconds: enough for a small perft, or an iteration. */
const MOMENT = 250;
/** An engine that does not answer even then is left behind. */
const PATIENCE = 5000;

/** What has to end. */
export interface Leaving {
  /** Done when everything has been answered. */
  readonly answered: Promise<unknown>;
  /** Done when the engine is up, if one has been wanted: nothing can end before. */
  engineIsUp(): Promise<unknown>;
  /** Stops what is under way, and whatever is still to begin. */
  stop(): void;
}

/** Done when everything has been answered, at the latest some seconds after it was stopped. */
export async function takeLeave({ answered, engineIsUp, stop }: Leaving): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const pass = (ms: number) =>
    new Promise<void>((resolve) => {
      if (!isOver) timer = setTimeout(resolve, ms);
    });
  const patience = async () => {
    // By then it is known whether there is anything to do for an engine.
    await pass(0);
    await engineIsUp();
    await pass(MOMENT);
    stop();
    await pass(PATIENCE);
  };
  await Promise.race([answered, patience()]);
  isOver = true;
  // A process would wait for it.
  clearTimeout(timer);
}

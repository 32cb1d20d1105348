/** A slow solver of mates by checks alone, written apart from the engine: all replies to every check, and a memory. */

/** What it has to know of a game. Moves are texts. */
export interface MateRules {
  /** All that moves depend on. */
  readonly key: string;
  /** Plies since the last capture or pawn move. */
  readonly clock: number;
  readonly inCheck: boolean;
  moves(): string[];
  play(move: string): void;
  takeBack(): void;
}

/** Plies without a capture or a pawn move that make a draw. */
const FIFTY_MOVES = 100;

/**
 * How many checks the attacker may choose from, those with the fewest replies: at first few, since that is soon worked out,
 * and in the end all. A mate is one with any choice.
 */
const CHOICES = [1, 2, 4, 8, Infinity];

/** Answers questions about checks in one position; what it has worked out it remembers. */
export class PlainSolver {
  readonly #rules: MateRules;
  readonly #most: number;
  /** The fewest plies in which checks mate, by position. */
  readonly #mates = new Map<string, number>();
  /** The most plies in which they do not, with the present choice. */
  readonly #fails = new Map<string, number>();
  #choice = 0;
  #left = 0;

  /** @param most how many moves it may try with each choice before it gives up */
  constructor(rules: MateRules, most = 1_000_000) {
    this.#rules = rules;
    this.#most = most;
  }

  /**
   * Whether the side to move mates by checks alone in at most so many plies, whatever is replied; with a given move if there
   * is one.
   *
   * @throws {Error} if it has to give up
   */
  mates(plies: number, first?: string): boolean {
    for (this.#choice of CHOICES) {
      this.#fails.clear();
      this.#left = this.#most;
      const mates = first === undefined ? this.#attack(plies) : this.#tryMoves([first], plies);
      if (mates) return true;
    }
    if (this.#left < 0) throw new Error("too much to work out");
    return false;
  }

  #attack(plies: number): boolean {
    const { key, clock } = this.#rules;
    // Where a line may run into the fifty-move limit, the clock makes another position.
    const name = clock + plies > FIFTY_MOVES ? `${key}${clock}` : key;
    if ((this.#mates.get(name) ?? Infinity) <= plies) return true;
    if ((this.#fails.get(name) ?? 0) >= plies) return false;
    const mates = this.#tryMoves(this.#rules.moves(), plies);
    (mates ? this.#mates : this.#fails).set(name, plies);
    return mates;
  }

  /** Whether one of the moves is a check that mates in so many plies. */
  #tryMoves(moves: readonly string[], plies: number): boolean {
    if (plies < 1) return false;
    const rules = this.#rules;
    const checks = moves.flatMap((move) => {
      rules.play(move);
      const replies = rules.inCheck ? rules.moves() : null;
      rules.takeBack();
      return replies === null ? [] : [{ move, replies }];
    });
    this.#left -= moves.length;
    checks.sort((a, b) => a.replies.length - b.replies.length);
    return checks.slice(0, this.#choice).some(({ move, replies }) => {
      rules.play(move);
      const mates = this.#left >= 0 && (replies.length === 0 || this.#answersAll(replies, plies - 1));
      rules.takeBack();
      return mates;
    });
  }

  /** Whether each reply runs into a mate, so many plies being left with it. */
  #answersAll(replies: readonly string[], plies: number): boolean {
    const rules = this.#rules;
    if (plies < 2 || rules.clock >= FIFTY_MOVES) return false;
    return replies.every((reply) => {
      rules.play(reply);
      const mates = rules.clock < FIFTY_MOVES && this.#attack(plies - 1);
      rules.takeBack();
      return mates;
    });
  }
}

/** Game record: the tree of a game, the line of it that is looked at, and the place in that. */

import type { Colour, Position } from "../../api/position";
import type { Variant } from "../../chess/variants/variant";
import type { Message } from "../../message";
import { type Evaluation, type GameNode, type Judgement, treeOfGame } from "./game-tree";
import { Signal } from "./signal";

/** An end of the game outside of the rules of the board. */
export interface Decision {
  readonly winner: Colour | null;
  /** Empty if it is not known. */
  readonly reason: string;
}

/** A game with all that a PGN says of it. */
export interface RecordedGame {
  readonly root: GameNode;
  /** As in a PGN; null for a game that was played here. */
  readonly tags: ReadonlyMap<string, string> | null;
  /** How it ended, unless that follows from the board; null if it is not over. */
  readonly decision: Decision | null;
  /** What was odd in its PGN, in plain words. */
  readonly warnings?: readonly Message[];
}

/** A change of the record: another game, moves taken back or in another order, a new move, or only the place in it. */
export type Change = "game" | "tree" | "move" | "place";

export class GameRecord {
  readonly changed = new Signal<Change>();
  /** Something is about to be lost: another game is loaded, or moves are deleted. */
  readonly leaving = new Signal();
  /** An evaluation, or the end of the game, has been added. */
  readonly evaluated = new Signal();
  /** A comment or a NAG has changed. */
  readonly annotated = new Signal();
  /** A review has judged moves. */
  readonly judged = new Signal();
  #root: GameNode;
  #current: GameNode;
  /** The line through the current node. */
  #line: GameNode[];
  #tags: ReadonlyMap<string, string> | null = null;
  /** How the game was ended, and where. */
  #decision: (Decision & { readonly at: GameNode }) | null = null;
  /** The end of the game that a PGN gave; null for a game that was played here. */
  #givenEnd: GameNode | null = null;

  constructor(position: Position) {
    this.#root = treeOfGame(position);
    this.#current = this.#root;
    this.#line = this.#root.line;
  }

  get variant(): Variant {
    return this.#root.position.variant;
  }

  get root(): GameNode {
    return this.#root;
  }

  /** Those of a PGN that was loaded; null for a game that was played here. */
  get tags(): ReadonlyMap<string, string> | null {
    return this.#tags;
  }

  /** The line that is looked at: the game, or a variation with what leads to it. */
  get entries(): readonly GameNode[] {
    return this.#line;
  }

  /** The current ply: plies from the first position. */
  get ply(): number {
    return this.#line.indexOf(this.#current);
  }

  get current(): GameNode {
    return this.#current;
  }

  /** The last position of the line. */
  get last(): GameNode {
    return this.#line[this.#line.length - 1];
  }

  get isAtEnd(): boolean {
    return this.#current === this.last;
  }

  /** The last position of the game: of the main line. */
  get end(): GameNode {
    return this.#root.line.at(-1) ?? this.#root;
  }

  /** Whether there is anything to lose: moves, what a PGN said, or a position that was set up. */
  get isBegun(): boolean {
    return this.#root.children.length > 0 || this.#tags !== null || this.#root.position.fen !== this.variant.fen;
  }

  /** Whether there is more than the moves of a game. */
  get isAnnotated(): boolean {
    if (this.#tags !== null) return true;
    for (const { children, nags, comments } of this.#root.walk()) {
      if (children.length > 1 || nags.length + comments.length > 0) return true;
    }
    return false;
  }

  /** Whether the line is a variation that has left the game. */
  get isAside(): boolean {
    return this.#line.some(({ isVariation }) => isVariation);
  }

  /** Whether the game was ended outside of the rules of the board: by resignation, agreement, or the clock. */
  get isDecided(): boolean {
    return this.#decision !== null;
  }

  /** Whether the game ends as its PGN says: its result and `Termination` stand, also when moves are tried after its end. */
  get hasGivenEnd(): boolean {
    const given = this.#givenEnd;
    return given !== null && (this.#decision === null ? given === this.end : this.#root.line.includes(given));
  }

  /** How the line ended, by the rules or otherwise; null while it goes on. */
  get ending(): Decision | null {
    return this.#endingOf(this.#line);
  }

  /** How the game ended: the main line, wherever one looks. */
  get gameEnding(): Decision | null {
    return this.#endingOf(this.#root.line);
  }

  /** Loads another game, at its last position or an earlier one. */
  load(position: Position, ply: number = position.plies): void {
    this.loadGame({ root: treeOfGame(position), tags: null, decision: null });
    this.go(ply);
  }

  /** Loads a game with all that is known of it, at its last position. */
  loadGame({ root, tags, decision }: RecordedGame): void {
    this.leaving.emit();
    this.#root = root;
    this.#tags = tags;
    this.#setCurrent(root.line.at(-1) ?? root);
    this.#decision = decision && { ...decision, at: this.end };
    this.#givenEnd = tags === null ? null : this.end;
    this.changed.emit("game");
  }

  /** Goes to a position of the line, clamped to the ends. */
  go(ply: number): void {
    this.goTo(this.#line[Math.max(0, Math.min(ply, this.#line.length - 1))]);
  }

  /** Goes to a position of the tree. */
  goTo(node: GameNode): void {
    if (node === this.#current) return;
    // Before a variation begins, it still is the line.
    if (this.#line.includes(node)) this.#current = node;
    else this.#setCurrent(node);
    this.changed.emit("place");
  }

  /**
   * Plays a move from the current position. If the game has another move here, this begins a variation; `rejoin` leads back.
   *
   * @throws {MoveError} if it is not a legal move
   */
  play(text: string): void {
    const known = this.#current.children.length;
    const node = this.#current.add(this.#current.position.move(text));
    if (this.#current.children.length === known) {
      this.goTo(node);
      return;
    }
    this.#setCurrent(node);
    this.changed.emit("move");
  }

  /** Plays the first moves of a PV from a position of the line. */
  playLine(from: Position, moves: readonly string[]): void {
    const start = this.#line.find(({ position }) => position === from);
    if (start === undefined) return;
    this.goTo(start);
    for (const move of moves) this.play(move);
  }

  /** Leaves a variation, back to the game. */
  rejoin(): void {
    const first = this.#line.find(({ isVariation }) => isVariation);
    if (!first?.parent) return;
    this.#setCurrent(first.parent);
    this.changed.emit("place");
  }

  /** Takes moves of the game back for good. */
  takeBack(plies: number): void {
    const line = this.#root.line;
    const node = line[Math.max(0, line.length - 1 - plies)];
    node.children.length = 0;
    this.#setCurrent(node);
    this.#decision = null;
    this.changed.emit("tree");
  }

  /** Puts the innermost variation with this position before the moves that it branches off from. */
  promote(node: GameNode): void {
    if (!node.promote()) return;
    this.#setCurrent(this.#current);
    this.changed.emit("tree");
  }

  /** Deletes a move with all that follows it. */
  remove(node: GameNode): void {
    const { parent } = node;
    if (parent === null) return;
    this.leaving.emit();
    if (this.#decision !== null && [...node.walk()].includes(this.#decision.at)) this.#decision = null;
    node.remove();
    this.#setCurrent(parent);
    this.changed.emit("tree");
  }

  /** Sets NAGs or comments of a position. */
  annotate(node: GameNode, notes: Partial<Pick<GameNode, "nags" | "comments">>): void {
    Object.assign(node, notes);
    this.annotated.emit();
  }

  /** Changes the tree in other ways than these. What there was before is not lost: `leaving` tells those who keep it. */
  rewrite(change: (root: GameNode) => void): void {
    this.leaving.emit();
    change(this.#root);
    this.#setCurrent(this.#current);
    this.changed.emit("tree");
  }

  /** Sets what a review says of moves. */
  judge(judgements: Iterable<readonly [GameNode, Judgement]>): void {
    for (const [node, judgement] of judgements) node.judgement = judgement;
    this.judged.emit();
  }

  /** Ends the game outside of the rules of the board. */
  decide(decision: Decision): void {
    this.#decision = { ...decision, at: this.end };
    this.#givenEnd = null;
    this.evaluated.emit();
  }

  /** Sets the evaluation of a position. A mate that was found is certain, so it gives way to no other score. */
  setEvaluation(entry: GameNode, evaluation: Evaluation): void {
    if (entry.evaluation !== null && "mate" in entry.evaluation.score && !("mate" in evaluation.score)) return;
    entry.evaluation = evaluation;
    this.evaluated.emit();
  }

  #setCurrent(node: GameNode): void {
    this.#current = node;
    this.#line = node.line;
  }

  #endingOf(line: readonly GameNode[]): Decision | null {
    const { ending } = line[line.length - 1];
    if (this.#decision === null || !line.includes(this.#decision.at)) return ending;
    const { winner, reason } = this.#decision;
    return { winner, reason };
  }
}

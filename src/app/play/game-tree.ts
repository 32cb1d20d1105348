/** The tree of a game: PGN's moves, comments, numeric annotation glyphs (NAGs) and variations, with a position for each move. */

import type { GameResult, Move, Position } from "../../api/position";
import { NULL_SAN } from "../../chess/notation/glyphs";
import type { PgnLine, PgnMove } from "../../chess/notation/pgn-tree";
import type { Score } from "../../chess/notation/score";
import { isClaim } from "../../chess/rules/game";
import type { ReviewedMove } from "../../review/review";

/** The evaluation of a position by a search. */
export interface Evaluation {
  /** For White. */
  readonly score: Score;
  /** White's expected score, 0 to 1. */
  readonly expectedScore: number;
  /** Search depth, plies. */
  readonly depth: number;
}

/** What a review says of a move. */
export interface Judgement extends ReviewedMove {
  /** Whether it was the only good one: any other would have been a mistake. */
  readonly isOnly: boolean;
}

/** A null move, as PGN may have it: a side passes. */
const NULL_MOVE: Move = {
  uci: "0000",
  san: NULL_SAN,
  from: "",
  to: "",
  piece: "",
  captured: null,
  promotion: null,
  isCastling: false,
};

/** A position of the tree, and the move that led to it. */
export class GameNode {
  readonly position: Position;
  /** The move that led to it; null for the first. */
  readonly move: Move | null;
  readonly parent: GameNode | null;
  /** The moves from here; the first one is the main line's. */
  readonly children: GameNode[] = [];
  nags: readonly number[] = [];
  comments: readonly string[] = [];
  /** Comments before the move, at the beginning of a variation. */
  introduction: readonly string[] = [];
  evaluation: Evaluation | null = null;
  /** That of the move that led to it; null if no review has seen it. */
  judgement: Judgement | null = null;
  #outcome: GameResult | null | undefined;

  constructor(position: Position, move: Move | null = null, parent: GameNode | null = null) {
    this.position = position;
    this.move = move;
    this.parent = parent;
  }

  /** How the rules of the board ended the game here; null if they did not. A draw that can be claimed ends nothing. */
  get ending(): GameResult | null {
    const outcome = this.#outcomeHere();
    return outcome === null || isClaim(outcome) ? null : outcome;
  }

  /** The draw that a player can claim here; null for none. */
  get claim(): GameResult | null {
    const outcome = this.#outcomeHere();
    return outcome !== null && isClaim(outcome) ? outcome : null;
  }

  #outcomeHere(): GameResult | null {
    if (this.#outcome === undefined) this.#outcome = this.position.ending;
    return this.#outcome;
  }

  /** Whether a variation begins with this move. */
  get isVariation(): boolean {
    return this.parent !== null && this.parent.children[0] !== this;
  }

  /** Adds a move after all others, maybe a null move of a PGN. @throws {MoveError} if it is not legal */
  add(text: string): GameNode {
    const isNull = text === NULL_MOVE.san || text === NULL_MOVE.uci;
    const move = isNull ? NULL_MOVE : this.position.move(text);
    const child = new GameNode(isNull ? this.position.pass() : this.position.play(move), move, this);
    this.children.push(child);
    return child;
  }

  /** The positions from the first one to the end of the line through this one. */
  get line(): GameNode[] {
    const line: GameNode[] = [];
    for (let node: GameNode | null = this; node !== null; node = node.parent) line.unshift(node);
    for (let node = this.children[0]; node !== undefined; node = node.children[0]) line.push(node);
    return line;
  }

  /** This position and all after it; each line before its variations. */
  *all(): Generator<GameNode, void, undefined> {
    // Not by recursion: games are long.
    const waiting: GameNode[] = [this];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      yield node;
      waiting.push(...[...node.children].reverse());
    }
  }
}

/** The tree of a game without variations. @returns its first position */
export function treeOfGame(position: Position): GameNode {
  const root = new GameNode(position.first());
  let node = root;
  for (const move of position.moves) node = node.add(move);
  return root;
}

/** The tree of a PGN. @returns its first position */
export function treeOfLine(start: Position, line: PgnLine): GameNode {
  const root = new GameNode(start);
  root.comments = line.comments;
  addMoves(root, line.moves);
  return root;
}

function addMoves(start: GameNode, moves: readonly PgnMove[]): void {
  let node = start;
  for (const { san, nags, comments, variations } of moves) {
    const before = node;
    node = before.add(san);
    node.nags = nags;
    node.comments = comments;
    for (const variation of variations) {
      const place = before.children.length;
      addMoves(before, variation.moves);
      const first = before.children[place];
      if (first !== undefined) first.introduction = variation.comments;
    }
  }
}

/** A tree as a line of PGN, with its comments or without. */
export function lineOfTree(root: GameNode, hasComments = true): PgnLine {
  const kept = (comments: readonly string[]) => (hasComments ? comments : []);
  return { comments: kept(root.comments), moves: root.children.length === 0 ? [] : movesFrom(root.children[0], kept) };
}

function movesFrom(first: GameNode, kept: (comments: readonly string[]) => readonly string[]): PgnMove[] {
  const moves: PgnMove[] = [];
  for (let node: GameNode | undefined = first; node !== undefined; node = node.children[0]) {
    const others = node.isVariation ? [] : (node.parent?.children.slice(1) ?? []);
    const variations = others.map((other) => ({ comments: kept(other.introduction), moves: movesFrom(other, kept) }));
    moves.push({ san: node.move?.san ?? "", nags: node.nags, comments: kept(node.comments), variations });
  }
  return moves;
}

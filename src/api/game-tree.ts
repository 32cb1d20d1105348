/**
 * `GameTree`, a game with its variations, comments and numeric annotation glyphs (NAGs): what a PGN says, to be read, edited and
 * written. The page's own tree is made of the same nodes.
 */

import { isNullMove, NULL_SAN } from "../chess/notation/move-text";
import { formatAnnotatedPgn, type PgnResult } from "../chess/notation/pgn";
import { resultOf } from "../chess/notation/pgn-sections";
import type { PgnLine, PgnMove, PlayedMove } from "../chess/notation/pgn-tree";
import type { Variant } from "../chess/variants/variant";
import { expect, expectTags } from "./expect";
import { type Move, Position } from "./position";
import { printAs } from "./printed";
import { drawingOfTree } from "./tree-drawing";

/** A null move: a side passes. */
const NULL_MOVE: Move = {
  uci: "0000",
  san: NULL_SAN,
  from: "",
  to: "",
  piece: "",
  captured: null,
  promotion: null,
  isCastling: false,
  isDrop: false,
};

/**
 * A position in a tree of moves, and the move that led to it. Comments and NAGs are set by assigning new lists.
 *
 * @example
 * const e4 = tree.root.add("e4");
 * e4.nags = [1]; // "!"
 * e4.comments = ["Best by test"];
 */
export class GameNode {
  /** Kept where code is minified. @internal */
  static readonly name: string = "GameNode";

  /** The position before the move; null for the first position. */
  readonly parent: this | null;
  /** The move in SAN: `Nf3`, `--` for a null move; empty for the first position. */
  readonly san: string;
  /** The move in UCI notation: `g1f3`, `0000` for a null move; empty for the first position. */
  readonly uci: string;
  /** The moves from here; the first one continues the line, the others begin variations. `add`, `promote` and `remove` change them. */
  readonly children: this[] = [];
  /** Numeric annotation glyphs: 1 is `!`, 2 is `?`, 3 is `!!`, 4 is `??`, 5 is `!?`, 6 is `?!`. */
  nags: readonly number[] = [];
  /** Comments after the move; those of the first position stand before all moves. In PGN each is on one line, and empty ones vanish. */
  comments: readonly string[] = [];
  /** Comments before the move, where a variation begins. Elsewhere PGN has them among the comments after the move before. */
  commentsBefore: readonly string[] = [];
  #position: Position | undefined;
  #move: Move | undefined;

  /** Nodes are made by `GameTree` and `add`. @internal */
  constructor(position?: Position, parent: GameNode | null = null, uci = "", san = "") {
    this.#position = position;
    this.parent = parent as this | null;
    this.uci = uci;
    this.san = san;
    printAs<GameNode>(this, (node) => `GameNode (${node.san || "start"}: ${node.position.fen})`);
  }

  /** The position after the move, with all moves that led to it. It is set up when it is first asked for. */
  get position(): Position {
    // Not by recursion: games are long.
    const path: GameNode[] = [];
    let node: GameNode = this;
    for (; node.#position === undefined && node.parent !== null; node = node.parent) path.push(node);
    let position = node.#position as Position;
    for (node = path.pop() as GameNode; node !== undefined; node = path.pop() as GameNode) {
      position = node.uci === NULL_MOVE.uci ? position.pass() : position.play(node.uci);
      node.#position = position;
    }
    return position;
  }

  /** The move with its squares and pieces; a null move has none. Null for the first position. */
  get move(): Move | null {
    if (this.parent === null) return null;
    this.#move ??= this.uci === NULL_MOVE.uci ? NULL_MOVE : this.parent.position.move(this.uci);
    return this.#move;
  }

  /** The position after the line's next move, as for redo; `parent` is the one before. Null at the end of the line. */
  get next(): this | null {
    return this.children[0] ?? null;
  }

  /** Vue must not wrap it in a proxy, which has no private fields. @internal */
  get __v_skip(): true {
    return true;
  }

  /** Whether a variation begins with this move. */
  get isVariation(): boolean {
    return this.parent !== null && this.parent.children[0] !== this;
  }

  /** The positions from the first one to the end of the line through this one. */
  get line(): this[] {
    const line: this[] = [];
    for (let node: this | null = this; node !== null; node = node.parent) line.push(node);
    line.reverse();
    for (let node = this.children[0]; node !== undefined; node = node.children[0]) line.push(node);
    return line;
  }

  /**
   * The position after a move. A move that is not among the children yet is added as the last of them: it continues the line if it is
   * the first, and otherwise begins a variation.
   *
   * @param move in UCI notation or SAN, or from `legalMoves`; `--` for a null move
   * @throws {MoveError} if it is not a legal move; the tree is then unchanged
   */
  add(move: string | Move): this {
    const text = typeof move === "object" && move !== null ? move.uci : move;
    if (typeof text === "string" && isNullMove(text)) {
      this.position.pass();
      return this.#childOf(NULL_MOVE);
    }
    return this.#childOf(this.position.move(text));
  }

  #childOf({ uci, san }: Move): this {
    return this.children.find((child) => child.uci === uci) ?? this.append(uci, san);
  }

  /** Adds a move that is legal, even if it is here already: a PGN may have it twice. @internal */
  append(uci: string, san: string): this {
    const Class = this.constructor as new (...of: ConstructorParameters<typeof GameNode>) => this;
    const child = new Class(undefined, this, uci, san);
    this.children.push(child);
    return child;
  }

  /**
   * Puts the innermost variation with this position before the other moves where it branches off.
   *
   * @returns false if the position is in the main line already
   * @example while (node.promote()); // its line is the main line now
   */
  promote(): boolean {
    let first = this;
    while (first.parent !== null && !first.isVariation) first = first.parent;
    const siblings = first.parent?.children;
    siblings?.unshift(...siblings.splice(siblings.indexOf(first), 1));
    return siblings !== undefined;
  }

  /** Removes the move, with all that follows it, from the tree. The first position stays. */
  remove(): void {
    const siblings = this.parent?.children ?? [];
    const place = siblings.indexOf(this);
    if (place >= 0) siblings.splice(place, 1);
  }

  /** This position and all after it; each line before its variations. */
  *walk(): Generator<this, void, undefined> {
    const waiting: this[] = [this];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      yield node;
      for (let place = node.children.length - 1; place >= 0; place--) waiting.push(node.children[place]);
    }
  }
}

/**
 * A game with its variations, comments and NAGs, to be edited. `parsePgn(text)[0].tree` is that of a PGN, and `toPgn` writes it again:
 * nothing is lost between them.
 *
 * @example
 * const tree = new GameTree(Position.start().play("e4").play("e5"), { White: "Ann", Black: "Ben" });
 * const sicilian = tree.mainLine[0].add("c5");
 * sicilian.comments = ["sharper"];
 * tree.headers.set("Result", "1-0");
 * tree.toPgn(); // … 1. e4 e5 (1... c5 {sharper}) 1-0
 */
export class GameTree {
  /** Kept where code is minified. @internal */
  static readonly name = "GameTree";

  /** The first position: that of the start, or the one that was set up. */
  readonly root: GameNode;
  /**
   * The tags of the PGN by their English names, to be changed at will. `FEN`, `SetUp` and a missing `Variant` are written as the first
   * position has them.
   */
  readonly headers: Map<string, string>;

  /**
   * @param position the moves that led to it are the main line. @default Position.start()
   * @param headers as an object, a `Map` or a list of pairs
   * @throws {WazabaError} `type` for a wrong position, or headers that are not strings
   */
  constructor(
    position: Position = Position.start(),
    headers: Iterable<readonly [string, string]> | Readonly<Record<string, string>> = [],
  ) {
    expect(position instanceof Position, "position", position, "a Position");
    this.root = addGame(new GameNode(position.first()), position);
    printAs<GameTree>(this, printedTree);
    this.headers = new Map(expectTags(Symbol.iterator in headers ? headers : Object.entries(headers)));
  }

  /** Its variant. */
  get variant(): Variant {
    return this.root.position.variant;
  }

  /** The moves of the main line. */
  get mainLine(): GameNode[] {
    return this.root.line.slice(1);
  }

  /** The result that the headers name; `*` if they name none. */
  get result(): PgnResult {
    return resultOf(this.headers.get("Result") ?? "") ?? "*";
  }

  /**
   * Writes the game as `formatPgn` does, with variations, comments, NAGs and null moves.
   *
   * @param headers others than its own
   * @throws {PgnError} `tag` if a header cannot be written
   * @throws {WazabaError} `type` for a header that is not a string
   */
  toPgn(headers: Iterable<readonly [string, string]> = this.headers): string {
    const { position } = this.root.line.at(-1) ?? this.root;
    return formatAnnotatedPgn(position.game(), expectTags(headers), lineOfTree(this.root));
  }

  /** The moves as text for people: each variation indented on a line of its own, below the move that it replaces. */
  ascii(): string {
    return drawingOfTree(lineOfTree(this.root), this.root.position);
  }

  /** Its PGN. */
  toString(): string {
    return this.toPgn();
  }

  /** For `JSON.stringify`: the id of the variant, and the PGN. */
  toJSON(): { readonly variant: string; readonly pgn: string } {
    return { variant: this.variant.id, pgn: this.toPgn() };
  }
}

/** Lines of a tree that `console.log` shows. */
const SHOWN_LINES = 20;

function printedTree(tree: GameTree): string {
  const lines = tree.ascii().split("\n");
  const shown = lines.length > SHOWN_LINES ? [...lines.slice(0, SHOWN_LINES), "…"] : lines;
  return [`GameTree (${tree.variant.id})`, ...shown].join("\n  ");
}

/** Adds the moves that led to a position. @returns the node itself */
export function addGame<Node extends GameNode>(root: Node, position: Position): Node {
  const { moves, sanMoves } = position;
  let node = root;
  moves.forEach((uci, ply) => {
    node = node.append(uci, sanMoves[ply]);
  });
  return root;
}

/** Adds what a PGN has after a position. @returns the node itself */
export function addLine<Node extends GameNode>(
  root: Node,
  { comments, moves }: { readonly comments: readonly string[]; readonly moves: readonly PlayedMove[] },
): Node {
  root.comments = comments;
  addMoves(root, moves);
  return root;
}

function addMoves(start: GameNode, moves: readonly PlayedMove[]): void {
  let node = start;
  for (const { uci, san, nags, comments, variations } of moves) {
    const before = node;
    node = before.append(uci, san);
    node.nags = nags;
    node.comments = comments;
    for (const variation of variations) {
      const place = before.children.length;
      addMoves(before, variation.moves);
      before.children[place].commentsBefore = variation.comments;
    }
  }
}

/** A tree as a line of PGN, with its comments or without. */
export function lineOfTree(root: GameNode, hasComments = true): PgnLine {
  const kept = (comments: readonly string[]) => (hasComments ? comments : []);
  const [first] = root.children;
  const before = [...root.comments, ...(first?.commentsBefore ?? [])];
  return { comments: kept(before), moves: first === undefined ? [] : movesFrom(first, kept) };
}

function movesFrom(first: GameNode, kept: (comments: readonly string[]) => readonly string[]): PgnMove[] {
  const moves: PgnMove[] = [];
  for (let node: GameNode | undefined = first; node !== undefined; node = node.children[0]) {
    const { san, nags, comments, children, parent } = node;
    const others = node.isVariation ? [] : (parent?.children.slice(1) ?? []);
    const variations = others.map((other) => ({ comments: kept(other.commentsBefore), moves: movesFrom(other, kept) }));
    moves.push({ san, nags, comments: kept([...comments, ...(children[0]?.commentsBefore ?? [])]), variations });
  }
  return moves;
}

/**
 * Why a move is good: motifs that the board proves, such as a fork, a pin or a threat. Nothing is guessed: what wins material is
 * claimed only if captures win it against every legal reply. A motif that is missed costs little, a wrong one the reader's trust.
 */

import { EN_PASSANT, isPromotion, kindOf, NO_MOVE, originOf, promotionType, toOf } from "../../assembly/rules/move";
import { KING, NO_PIECE, PAWN, typeOf, WHITE } from "../../assembly/rules/piece";
import { fileOf, NO_SQUARE, rankOf, relativeRank, squareAt } from "../../assembly/rules/square";
import {
  atomOf,
  BEROLINA,
  DIRECTIONS,
  EXPLOSIONS,
  F,
  FORCED_CAPTURES,
  fileStep,
  LEAPS_LAW,
  RIDES_LAW,
  ROYAL,
  rankStep,
  W,
} from "../../assembly/rules/variant";
import { attackersOf } from "../chess/position/attackers";
import { belongsTo, pieceLetter } from "../chess/position/names";
import type { Game } from "../chess/rules/game";
import { pointsOf } from "../chess/variants/points";
import { squareName } from "../chess/variants/square-names";

/** A piece on its square. */
export interface PlacedPiece {
  /** As FEN writes it. */
  readonly letter: string;
  readonly square: string;
}

export type Reason =
  /** It mates, at once or in that many moves. */
  | { readonly kind: "mate"; readonly moves: number }
  /** It mates a king that its own pieces keep on its first rank. */
  | { readonly kind: "back rank" }
  /** It captures a piece, and keeps what that was worth. */
  | { readonly kind: "wins"; readonly piece: PlacedPiece }
  /** One piece attacks two or more, and one of them is lost. */
  | { readonly kind: "fork"; readonly targets: readonly PlacedPiece[] }
  /** The piece in front cannot leave the line, or only at the cost of the one behind it. */
  | { readonly kind: "pin"; readonly front: PlacedPiece; readonly behind: PlacedPiece }
  /** The piece in front has to leave the line, and the one behind it is lost. */
  | { readonly kind: "skewer"; readonly front: PlacedPiece; readonly behind: PlacedPiece }
  /** The piece that moves opens a line for another one, which attacks. */
  | { readonly kind: "discovered check"; readonly by: PlacedPiece }
  | { readonly kind: "discovered attack"; readonly by: PlacedPiece; readonly target: PlacedPiece }
  /** The piece alone guards both others: it cannot take back on the one without giving up the other. */
  | { readonly kind: "overload"; readonly piece: PlacedPiece; readonly guards: readonly [PlacedPiece, PlacedPiece] }
  /** A piece is attacked, and has no square to go to. */
  | { readonly kind: "trap"; readonly piece: PlacedPiece }
  | { readonly kind: "mate threat" }
  | { readonly kind: "threat"; readonly piece: PlacedPiece }
  | { readonly kind: "passed pawn"; readonly square: string };

/** The least gain that is worth a word: more than a pawn, less than the exchange. In points. */
const GAIN = 1.5;
/** The part of a captured piece's worth that has to be kept. */
const KEPT = 0.8;
/** The worth of a mate: more than all pieces. In points. */
const MATE = 1000;
/** The longest series of captures that is followed, plies. */
const CAPTURES = 6;
/** The most positions looked at for a move; what would take more is not claimed. */
const MAX_NODES = 1500;

/**
 * The reasons for a legal move, the most important first; empty if there is none, or in a variant where material is no gain.
 *
 * @param mateIn the number of moves in which a search has found a mate for the side to move; null for none
 */
export function reasonsFor(game: Game, move: number, mateIn: number | null = null): Reason[] {
  const points = pointsOf(game.variant);
  const after = game.copy();
  after.play(move);
  if (after.outcome()?.reason === "checkmate")
    return [isBackRank(after, toOf(move)) ? BACK_RANK : { kind: "mate", moves: 1 }];
  if (mateIn !== null && mateIn > 0) return [{ kind: "mate", moves: mateIn }];
  const { laws } = game.variant;
  // Elsewhere a piece that is attacked is not a piece in danger.
  if (points === null || laws[FORCED_CAPTURES] || !laws[ROYAL] || after.outcome() !== null) return [];
  const scene = new Scene(game, after, move, points);
  try {
    return scene.reasons();
  } catch (error) {
    if (error === EXHAUSTED) return [];
    throw error;
  }
}

/** The piece other than a pawn that a move leaves to be captured, and the capture; null if there is none. */
export function hangingAfter(
  game: Game,
  move: number,
): { readonly piece: PlacedPiece; readonly capture: number } | null {
  const points = pointsOf(game.variant);
  const { laws } = game.variant;
  const after = game.copy();
  after.play(move);
  if (points === null || laws[FORCED_CAPTURES] || !laws[ROYAL] || after.outcome() !== null) return null;
  try {
    return new Scene(game, after, move, points).hanging();
  } catch (error) {
    if (error === EXHAUSTED) return null;
    throw error;
  }
}

const BACK_RANK: Reason = { kind: "back rank" };
/** Thrown when too many positions would have to be looked at. */
const EXHAUSTED = new Error("too many positions");

/** A line of a slider: the first piece on it, and the second. */
interface Ray {
  readonly front: number;
  readonly behind: number;
}

/** A position, a move in it, and the position after that. */
class Scene {
  readonly #before: Game;
  readonly #after: Game;
  readonly #move: number;
  readonly #points: readonly number[];
  /** The side that moves, and its opponent. */
  readonly #us: number;
  readonly #them: number;
  readonly #boardBefore: readonly number[];
  readonly #board: readonly number[];
  readonly #laws: readonly number[];
  /** Where the piece that moved stands. */
  readonly #to: number;
  #nodes = 0;

  constructor(before: Game, after: Game, move: number, points: readonly number[]) {
    this.#before = before;
    this.#after = after;
    this.#move = move;
    this.#points = points;
    this.#us = before.turn;
    this.#them = before.turn ^ 1;
    this.#boardBefore = before.position().board;
    this.#board = after.position().board;
    this.#laws = before.variant.laws;
    this.#to = toOf(move);
  }

  reasons(): Reason[] {
    // A castled rook stands elsewhere.
    const isMoved = belongsTo(this.#board[this.#to], this.#us);
    const found: Reason[] = [];
    const add = (reason: Reason | null) => {
      if (reason !== null) found.push(reason);
    };
    if (isMoved) {
      add(this.#wins());
      add(this.#overload());
      add(this.#skewer());
      if (found.every(({ kind }) => kind !== "skewer")) add(this.#fork());
    }
    const discovered = this.#discovered();
    add(discovered);
    const isDouble = found.some(({ kind }) => ["fork", "skewer", "discovered attack", "overload"].includes(kind));
    if (!isDouble) add(this.#trap());
    if (isMoved) add(this.#pin());
    if (!isDouble && found.every(({ kind }) => kind !== "trap")) add(this.#threat());
    if (isMoved) add(this.#passedPawn());
    return found;
  }

  hanging(): { readonly piece: PlacedPiece; readonly capture: number } | null {
    const own = this.#gain(this.#before, this.#move);
    let worst = own + GAIN;
    let found: { readonly piece: PlacedPiece; readonly capture: number } | null = null;
    for (const capture of this.#after.legalMoves()) {
      const piece = this.#captured(this.#after, capture);
      if (piece === NO_SQUARE || typeOf(this.#board[piece]) === PAWN) continue;
      const net = this.#kept(this.#after, capture);
      if (net < worst || net < KEPT * this.#worth(this.#board[piece])) continue;
      worst = net;
      found = { piece: this.#placed(piece), capture };
    }
    return found;
  }

  /** It captures a piece for nothing, or next to nothing. */
  #wins(): Reason | null {
    const square = this.#captured(this.#before, this.#move);
    if (square === NO_SQUARE || this.#isRecapture()) return null;
    const piece = this.#boardBefore[square];
    if (typeOf(piece) === PAWN) return null;
    const net = this.#kept(this.#before, this.#move);
    if (net < GAIN || net < KEPT * this.#worth(piece)) return null;
    return { kind: "wins", piece: this.#placed(square, this.#boardBefore) };
  }

  /** Whether it takes back on the square where the opponent has just captured. */
  #isRecapture(): boolean {
    const last = this.#before.moves.at(-1);
    if (last === undefined || last === NO_MOVE || toOf(last) !== this.#to) return false;
    const earlier = this.#before.copy();
    earlier.undo();
    return this.#captured(earlier, last) !== NO_SQUARE;
  }

  #fork(): Reason | null {
    const targets = this.#victims(this.#to);
    if (targets.length < 2 || this.#isTraded() || !this.#winsByForce()) return null;
    return { kind: "fork", targets: targets.map((square) => this.#placed(square)) };
  }

  /** Whether the opponent can capture the piece that moved without a loss. */
  #isTraded(): boolean {
    return this.#after
      .legalMoves()
      .some((reply) => this.#captured(this.#after, reply) === this.#to && this.#exchange(this.#after, reply) >= 0);
  }

  #skewer(): Reason | null {
    for (const { front, behind } of this.#rays(this.#board, this.#to)) {
      if (!this.#isLoot(front, this.#to) || typeOf(this.#board[behind]) === PAWN || this.#isRoyal(behind)) continue;
      const isDearer = this.#isRoyal(front) || this.#worth(this.#board[front]) >= this.#worth(this.#board[behind]);
      // Once the piece in front has gone, the one behind has to be worth taking.
      const isWorth = this.#isLoot(behind, this.#to, front);
      if (isDearer && isWorth && this.#winsByForce())
        return { kind: "skewer", front: this.#placed(front), behind: this.#placed(behind) };
    }
    return null;
  }

  #pin(): Reason | null {
    // Where captures explode, a slider disappears with what it takes.
    if (this.#laws[EXPLOSIONS]) return null;
    const from = originOf(this.#move);
    const old = from === this.#to ? [] : this.#rays(this.#boardBefore, from);
    const slider = this.#worth(this.#board[this.#to]);
    for (const { front, behind } of this.#rays(this.#board, this.#to)) {
      const [piece, hidden] = [this.#worth(this.#board[front]), this.#worth(this.#board[behind])];
      if (typeOf(this.#board[front]) === PAWN || this.#isRoyal(front)) continue;
      if (old.some((ray) => ray.front === front && ray.behind === behind)) continue;
      const isDear = this.#isRoyal(behind) || (hidden - slider >= GAIN && piece < hidden && piece <= slider + GAIN);
      // A slider that is taken pins nothing for long.
      if (!isDear || this.#isTraded()) continue;
      return { kind: "pin", front: this.#placed(front), behind: this.#placed(behind) };
    }
    return null;
  }

  #discovered(): Reason | null {
    const from = originOf(this.#move);
    if (from === this.#to) return null;
    for (let square = 0; square < 64; square++) {
      if (square === this.#to || !belongsTo(this.#board[square], this.#us)) continue;
      if (this.#board[square] !== this.#boardBefore[square]) continue;
      const seen = this.#fronts(this.#boardBefore, square);
      for (const target of this.#fronts(this.#board, square)) {
        if (seen.includes(target) || !belongsTo(this.#board[target], this.#them)) continue;
        const by = this.#placed(square);
        if (this.#isRoyal(target)) return { kind: "discovered check", by };
        if (typeOf(this.#board[target]) === PAWN || !this.#isLoot(target, square) || !this.#winsByForce()) continue;
        return { kind: "discovered attack", by, target: this.#placed(target) };
      }
    }
    return null;
  }

  /** It takes a piece whose only guard is the only one of another piece, too. */
  #overload(): Reason | null {
    const captured = this.#captured(this.#before, this.#move);
    // On its square alone nothing is won, or it would need no other piece.
    if (captured !== this.#to || this.#isRecapture() || this.#exchange(this.#before, this.#move) >= GAIN) return null;
    const [guard, second] = attackersOf(this.#board, captured, this.#them, this.#laws);
    if (guard === undefined || second !== undefined || this.#isRoyal(guard)) return null;
    const next = this.#after.copy();
    const reply = next.legalMoves().find((move) => originOf(move) === guard && toOf(move) === captured);
    if (reply === undefined) return null;
    next.play(reply);
    const other = next.legalMoves().find((move) => this.#isLostGuard(next, move, guard));
    if (other === undefined || !this.#keepsGain()) return null;
    const guards = [this.#placed(captured, this.#boardBefore), this.#placed(toOf(other))] as const;
    return { kind: "overload", piece: this.#placed(guard), guards };
  }

  /** Whether a move takes a piece, and keeps it, that could not be taken before its only guard had to leave. */
  #isLostGuard(game: Game, move: number, guard: number): boolean {
    const square = this.#captured(game, move);
    if (square === NO_SQUARE || square === this.#to || typeOf(this.#board[square]) === PAWN) return false;
    const guards = attackersOf(this.#board, square, this.#them, this.#laws);
    if (guards.length !== 1 || guards[0] !== guard || this.#canTake(this.#before, square)) return false;
    if (this.#kept(game, move) < GAIN) return false;
    const next = game.copy();
    next.play(move);
    return !hasMate(next);
  }

  /** Whether what the move takes is kept in part by captures against every reply. */
  #keepsGain(): boolean {
    const taken = this.#gain(this.#before, this.#move);
    return this.#after.legalMoves().every((reply) => {
      const next = this.#after.copy();
      const gain = this.#gain(next, reply);
      next.play(reply);
      return taken - gain + this.#best(next, CAPTURES) >= GAIN;
    });
  }

  /** An attacked piece that is lost wherever it goes. */
  #trap(): Reason | null {
    const passed = this.#passed();
    if (passed === null) return null;
    for (let square = 0; square < 64; square++) {
      const piece = this.#board[square];
      if (!belongsTo(piece, this.#them) || typeOf(piece) === PAWN || this.#isRoyal(square)) continue;
      if (this.#worth(piece) < 3 || !this.#canTake(passed, square)) continue;
      // Whatever the opponent plays, it can be taken: where it stands, or where it goes.
      const isLost = this.#after.legalMoves().every((reply) => {
        const next = this.#after.copy();
        const gain = this.#gain(next, reply);
        next.play(reply);
        const target = originOf(reply) === square ? toOf(reply) : square;
        return next.legalMoves().some((move) => toOf(move) === target && this.#kept(next, move) - gain >= GAIN);
      });
      if (isLost) return { kind: "trap", piece: this.#placed(square) };
    }
    return null;
  }

  /** What it would do next if the opponent passed, and could not do before. */
  #threat(): Reason | null {
    const passed = this.#passed();
    if (passed === null || this.#best(this.#after, CAPTURES) >= GAIN) return null;
    if (hasMate(passed)) return hasMate(this.#before) ? null : { kind: "mate threat" };
    let dearest = NO_SQUARE;
    for (let square = 0; square < 64; square++) {
      const piece = this.#board[square];
      if (!belongsTo(piece, this.#them) || typeOf(piece) === PAWN || this.#isRoyal(square)) continue;
      if (dearest !== NO_SQUARE && this.#worth(piece) <= this.#worth(this.#board[dearest])) continue;
      // In check nothing else could be done, so only a new attacker makes a threat.
      const isNew = this.#before.inCheck ? this.#isNewlyAttacked(square) : !this.#canTake(this.#before, square);
      if (isNew && this.#canTake(passed, square)) dearest = square;
    }
    return dearest === NO_SQUARE ? null : { kind: "threat", piece: this.#placed(dearest) };
  }

  /** Whether the piece that moved attacks a square, or one behind it that could not before. */
  #isNewlyAttacked(square: number): boolean {
    const before = attackersOf(this.#boardBefore, square, this.#us, this.#laws);
    return attackersOf(this.#board, square, this.#us, this.#laws).some((attacker) => !before.includes(attacker));
  }

  /** A pawn that has become passed, or goes on to the sixth rank or beyond. */
  #passedPawn(): Reason | null {
    const piece = this.#board[this.#to];
    if (typeOf(piece) !== PAWN || this.#laws[BEROLINA] || !this.#isPassed(this.#board, this.#to)) return null;
    const wasPassed = this.#isPassed(this.#boardBefore, originOf(this.#move));
    if (wasPassed && relativeRank(this.#us, this.#to) < 5) return null;
    // One that is lost at once is no asset.
    const isLost = this.#after
      .legalMoves()
      .some((reply) => toOf(reply) === this.#to && this.#net(this.#after, reply) > 0);
    return isLost ? null : { kind: "passed pawn", square: squareName(this.#to) };
  }

  #isPassed(board: readonly number[], square: number): boolean {
    if (typeOf(board[square]) !== PAWN) return false;
    const rank = relativeRank(this.#us, square);
    return !board.some((piece, at) => {
      const isAhead = relativeRank(this.#us, at) > rank && Math.abs(fileOf(at) - fileOf(square)) <= 1;
      return isAhead && belongsTo(piece, this.#them) && typeOf(piece) === PAWN;
    });
  }

  /** The pieces that one of ours attacks and would win, or the king. */
  #victims(attacker: number): number[] {
    return this.#board.flatMap((piece, square) => {
      if (!belongsTo(piece, this.#them) || typeOf(piece) === PAWN) return [];
      const isAttacked = attackersOf(this.#board, square, this.#us, this.#laws).includes(attacker);
      return isAttacked && this.#isLoot(square, attacker) ? square : [];
    });
  }

  /** Whether taking a piece would win material: it is undefended, or dearer. @param gone a piece that has left by then */
  #isLoot(square: number, attacker: number, gone = NO_SQUARE): boolean {
    if (this.#isRoyal(square)) return true;
    const piece = this.#worth(this.#board[square]);
    if (piece - this.#worth(this.#board[attacker]) >= GAIN) return true;
    const board = this.#board.map((piece, at) => (at === gone ? NO_PIECE : piece));
    const defenders = attackersOf(board, square, this.#them, this.#laws);
    return piece >= GAIN && defenders.length === 0;
  }

  /** Whether captures win material against every reply, and did not win it before the move. */
  #winsByForce(): boolean {
    for (const capture of this.#before.legalMoves()) {
      if (capture !== this.#move && this.#gain(this.#before, capture) > 0 && this.#net(this.#before, capture) >= GAIN)
        return false;
    }
    return this.#after.legalMoves().every((reply) => {
      const next = this.#after.copy();
      const gain = this.#gain(next, reply);
      next.play(reply);
      return this.#best(next, CAPTURES) - gain >= GAIN;
    });
  }

  /** Whether the side to move wins material by taking a piece. */
  #canTake(game: Game, square: number): boolean {
    return game.legalMoves().some((move) => this.#captured(game, move) === square && this.#kept(game, move) >= GAIN);
  }

  /** The position after the move, with us to move again; null where the opponent cannot pass. */
  #passed(): Game | null {
    if (this.#after.inCheck) return null;
    const passed = this.#after.copy();
    passed.play(NO_MOVE);
    return passed;
  }

  /** What a capture wins of the piece that it takes: no more than on its square, whatever else may be taken afterwards. */
  #kept(game: Game, move: number): number {
    const exchanged = this.#exchange(game, move);
    return exchanged < GAIN ? exchanged : Math.min(exchanged, this.#net(game, move));
  }

  /** What a capture wins if both sides go on to capture on its square alone (SEE), points. */
  #exchange(game: Game, move: number): number {
    if (++this.#nodes > MAX_NODES) throw EXHAUSTED;
    const gain = this.#gain(game, move);
    const next = game.copy();
    next.play(move);
    const replies = next.knownMoves.filter((reply) => this.#captured(next, reply) === toOf(move));
    return gain - Math.max(0, ...replies.map((reply) => this.#exchange(next, reply)));
  }

  /** What a move wins once both sides have captured on, points. */
  #net(game: Game, move: number): number {
    const next = game.copy();
    const gain = this.#gain(game, move);
    next.play(move);
    return gain - this.#best(next, CAPTURES);
  }

  /** The most that captures win for the side to move, points; in check it has to move, otherwise it may stop at any time. */
  #best(game: Game, depth: number, alpha = -MATE, beta = MATE): number {
    if (++this.#nodes > MAX_NODES) throw EXHAUSTED;
    const moves = game.knownMoves;
    if (moves.length === 0) {
      const winner = game.outcome()?.winner ?? null;
      return winner === null ? 0 : winner === game.turn ? MATE : -MATE;
    }
    const isCheck = game.inCheck;
    let best = isCheck ? -MATE : 0;
    if (depth === 0) return 0;
    if (best >= beta) return best;
    const choices = moves
      .map((move) => ({ move, gain: this.#gain(game, move) }))
      .filter(({ gain }) => isCheck || gain > 0)
      .sort((a, b) => b.gain - a.gain);
    for (const { move, gain } of choices) {
      const next = game.copy();
      next.play(move);
      const floor = Math.max(alpha, best);
      best = Math.max(best, gain - this.#best(next, depth - 1, gain - beta, gain - floor));
      if (best >= beta) break;
    }
    return best;
  }

  /** What a move captures and promotes to, points. */
  #gain(game: Game, move: number): number {
    const square = this.#captured(game, move);
    if (square !== NO_SQUARE && this.#laws[EXPLOSIONS]) return this.#blast(game, move);
    const captured = square === NO_SQUARE ? 0 : this.#worth(game.pieceAt(square));
    return isPromotion(move) ? captured + this.#points[promotionType(move)] - this.#points[PAWN] : captured;
  }

  /** What a capture that explodes wins: the pieces of both sides that disappear. */
  #blast(game: Game, move: number): number {
    const next = game.copy();
    next.play(move);
    const balance = ({ board }: { readonly board: readonly number[] }) =>
      board.reduce((sum, piece) => sum + (belongsTo(piece, game.turn) ? this.#worth(piece) : -this.#worth(piece)), 0);
    return balance(next.position()) - balance(game.position());
  }

  /** The square of the piece that a move captures; `NO_SQUARE` if it captures none. */
  #captured(game: Game, move: number): number {
    if (kindOf(move) === EN_PASSANT) return squareAt(fileOf(toOf(move)), rankOf(originOf(move)));
    // Castling "captures" the own rook.
    return belongsTo(game.pieceAt(toOf(move)), game.turn ^ 1) ? toOf(move) : NO_SQUARE;
  }

  /** What stands on the lines of a slider: the first piece and the second, both the opponent's. */
  #rays(board: readonly number[], square: number): Ray[] {
    const rays: Ray[] = [];
    for (let direction = 0; direction < DIRECTIONS; direction++) {
      const [front, behind] = this.#along(board, square, direction);
      if (behind === undefined) continue;
      if (belongsTo(board[front], this.#them) && belongsTo(board[behind], this.#them)) rays.push({ front, behind });
    }
    return rays;
  }

  /** The first piece on each line of a slider. */
  #fronts(board: readonly number[], square: number): number[] {
    return Array.from({ length: DIRECTIONS }, (_, direction) => this.#along(board, square, direction)[0]).filter(
      (front) => front !== undefined,
    );
  }

  /** The squares of the pieces on a line of a slider; none if it does not ride in that direction. */
  #along(board: readonly number[], square: number, direction: number): number[] {
    const piece = board[square];
    if (piece === NO_PIECE || (this.#laws[RIDES_LAW + typeOf(piece)] & atomOf(direction)) === 0) return [];
    const found: number[] = [];
    let [file, rank] = [fileOf(square) + fileStep(direction), rankOf(square) + rankStep(direction)];
    for (; ((file | rank) & ~7) === 0; file += fileStep(direction), rank += rankStep(direction)) {
      if (board[squareAt(file, rank)] !== NO_PIECE) found.push(squareAt(file, rank));
    }
    return found;
  }

  #isRoyal(square: number): boolean {
    return typeOf(this.#board[square]) === KING;
  }

  #worth(piece: number): number {
    return piece === NO_PIECE ? 0 : this.#points[typeOf(piece)];
  }

  #placed(square: number, board = this.#board): PlacedPiece {
    return { letter: pieceLetter(board[square], this.#before.variant), square: squareName(square) };
  }
}

/** Whether the side to move can mate at once. */
function hasMate(game: Game): boolean {
  return game.knownMoves.some((move) => game.checkMark(move) === "#");
}

/** Whether a mated king is held on its first rank by its own pieces, and a rook or queen gives check along it. */
function isBackRank(mated: Game, attacker: number): boolean {
  const { board } = mated.position();
  const { laws } = mated.variant;
  // Another king would not flee forwards.
  if ((laws[LEAPS_LAW + KING] & (W | F)) !== (W | F)) return false;
  const side = mated.turn;
  const king = board.findIndex((piece) => belongsTo(piece, side) && typeOf(piece) === KING);
  if (king < 0 || relativeRank(side, king) !== 0 || rankOf(attacker) !== rankOf(king)) return false;
  if (typeOf(board[attacker]) === KING || !attackersOf(board, king, side ^ 1, laws).includes(attacker)) return false;
  const forward = side === WHITE ? 1 : -1;
  return [-1, 0, 1].every((step) => {
    const file = fileOf(king) + step;
    return (file & ~7) !== 0 || belongsTo(board[squareAt(file, rankOf(king) + forward)], side);
  });
}

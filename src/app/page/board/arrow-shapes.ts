/**
 * Arrows for moves, as shapes: best first, the widest for the best. None covers another as far as there is room: arrows along
 * the same line go side by side, and heads on the same square stop one behind the other.
 */

/** A move that gets an arrow. */
export interface Shaft {
  readonly from: string;
  readonly to: string;
}

/** An arrow from tail to tip, in units of a tenth of a square; `x` and `y` from the upper left corner of the board. */
export interface ArrowShape {
  /** Its place among the arrows, 0 for the best. */
  readonly rank: number;
  readonly tail: Point;
  readonly tip: Point;
  readonly width: number;
  readonly headLength: number;
  readonly headWidth: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Side of a square, and of the board. */
export const SQUARE = 10;
export const BOARD = 8 * SQUARE;

/** Widths by rank; all further arrows are as the last. */
const WIDTHS: readonly number[] = [2.3, 1.6, 1.1];
const HEAD_LENGTH = 1.9;
const HEAD_WIDTH = 2.1;
/** Distance of the tail from the middle of its square: several may begin there. */
const TAIL_GAP = 2.6;
const TIP_GAP = 1;
/** Space between two arrows side by side, and between two heads. */
const SPACE = 0.4;
/** Heads that come from directions closer than this would touch, radians. */
const NARROW = Math.PI / 3;

/** The shapes of arrows, in the order of the moves; moves between the same squares share one. */
export function arrowShapes(moves: readonly Shaft[], isFlipped: boolean): ArrowShape[] {
  const shapes: ArrowShape[] = [];
  const drawn = new Set<string>();
  for (const { from, to } of moves) {
    if (drawn.has(from + to)) continue;
    drawn.add(from + to);
    shapes.push(besides(shapes, middleOf(from, isFlipped), middleOf(to, isFlipped)));
  }
  return shapes;
}

/** The outline of an arrow, for the `d` of an SVG path. */
export function outline({ tail, tip, width, headLength, headWidth }: ArrowShape): string {
  const along = direction(tail, tip);
  const neck = plus(tip, along, -headLength);
  const side = { x: -along.y, y: along.x };
  const points = [
    plus(tail, side, width / 2),
    plus(neck, side, width / 2),
    plus(neck, side, headWidth / 2),
    tip,
    plus(neck, side, -headWidth / 2),
    plus(neck, side, -width / 2),
    plus(tail, side, -width / 2),
  ];
  return `M${points.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L")}Z`;
}

/** An arrow with room beside those that are there. */
function besides(others: readonly ArrowShape[], from: Point, to: Point): ArrowShape {
  const rank = others.length;
  const width = WIDTHS[Math.min(rank, WIDTHS.length - 1)];
  const [headLength, headWidth] = [width * HEAD_LENGTH, width * HEAD_WIDTH];
  const along = direction(from, to);
  const length = distance(from, to);
  // Heads before it on the same square: it stops behind them, if it is long enough.
  const before = others.filter(({ tail, tip }) => {
    const end = plus(tip, direction(tail, tip), TIP_GAP);
    return distance(end, to) < SQUARE / 2 && angleBetween(direction(tail, tip), along) < NARROW;
  });
  const behind = before.reduce((sum, { headLength }) => sum + headLength + SPACE, TIP_GAP);
  const gap = Math.min(behind, Math.max(TIP_GAP, length - TAIL_GAP - headLength - 1));
  const straight = {
    rank,
    tail: plus(from, along, TAIL_GAP),
    tip: plus(to, along, -gap),
    width,
    headLength,
    headWidth,
  };
  const side = { x: -along.y, y: along.x };
  for (const other of others) {
    if (!isCovered(straight, other)) continue;
    const by = (Math.max(headWidth, other.headWidth) + Math.max(width, other.width)) / 2 + SPACE;
    for (const step of [by, -by]) {
      const moved = { ...straight, tail: plus(straight.tail, side, step), tip: plus(straight.tip, side, step) };
      if (isOnBoard(moved.tail) && isOnBoard(moved.tip) && !others.some((one) => isCovered(moved, one))) return moved;
    }
  }
  return straight;
}

/** Whether two arrows lie along the same line, one on the other. */
function isCovered(some: ArrowShape, other: ArrowShape): boolean {
  const along = direction(other.tail, other.tip);
  const own = direction(some.tail, some.tip);
  const side = { x: -along.y, y: along.x };
  if (Math.abs(dot(own, side)) > 0.05) return false;
  const aside = Math.abs(dot(minus(some.tail, other.tail), side));
  if (aside >= (Math.max(some.headWidth, other.headWidth) + Math.min(some.width, other.width)) / 2) return false;
  const [a, b] = [some.tail, some.tip].map((point) => dot(minus(point, other.tail), along));
  return Math.max(a, b) > 0 && Math.min(a, b) < distance(other.tail, other.tip);
}

function middleOf(square: string, isFlipped: boolean): Point {
  const file = square.charCodeAt(0) - "a".charCodeAt(0);
  const rank = Number(square[1]) - 1;
  const [column, row] = isFlipped ? [7 - file, rank] : [file, 7 - rank];
  return { x: (column + 0.5) * SQUARE, y: (row + 0.5) * SQUARE };
}

function isOnBoard({ x, y }: Point): boolean {
  return Math.min(x, y) > 0 && Math.max(x, y) < BOARD;
}

function minus(a: Point, b: Point): Point {
  return { x: a.x - b.x, y: a.y - b.y };
}

function plus(point: Point, by: Point, times: number): Point {
  return { x: point.x + by.x * times, y: point.y + by.y * times };
}

function dot(a: Point, b: Point): number {
  return a.x * b.x + a.y * b.y;
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function direction(from: Point, to: Point): Point {
  const length = distance(from, to);
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
}

function angleBetween(a: Point, b: Point): number {
  return Math.acos(Math.max(-1, Math.min(1, dot(a, b))));
}

/** Arbitraries of the property tests and the fuzzer: games, and texts as a bad connection delivers them. */

import fc from "fast-check";
import { parseFen } from "../../src/chess/position/fen";
import { Game } from "../../src/chess/rules/game";
import { builtIn, VARIANT_IDS } from "../../src/chess/variants/games";

/** The tests draw the same values in every run. The fuzzer is for other seeds and large numbers. */
export const RUNS = { seed: 2026, numRuns: 200 };

/** A game of random moves, given by the choice among the legal ones at each ply. */
export interface Walk {
  readonly id: string;
  readonly fen: string;
  readonly choices: readonly number[];
}

/** Other starts of chess: castling, promotions and en passant are close, and the rooks of Chess960 are elsewhere. */
const CHESS_STARTS = [
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
  "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
  "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1",
  "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11",
];

const STARTS = [
  ...VARIANT_IDS.map((id) => ({ id, fen: builtIn(id).fen })),
  ...CHESS_STARTS.map((fen) => ({ id: "chess", fen })),
];

/** Games of all kinds, up to a number of plies. */
export function walks(longest: number): fc.Arbitrary<Walk> {
  const choices = fc.array(fc.nat(0xffff), { maxLength: longest, size: "max" });
  return fc.tuple(fc.constantFrom(...STARTS), choices).map(([start, choices]) => ({ ...start, choices }));
}

/** Plays a walk, until the game is over. */
export function played({ id, fen, choices }: Walk): Game {
  const game = new Game(parseFen(fen, builtIn(id)));
  wander(game, choices);
  return game;
}

/** Plays random moves, until the game is over. */
export function wander(game: Game, choices: readonly number[]): void {
  for (const choice of choices) {
    if (game.outcome() !== null) return;
    const legal = game.legalMoves();
    game.play(legal[choice % legal.length]);
  }
}

/** What trips parsers up: ends, escapes, numbers beyond all bounds, names that every object has, blanks of other kinds. */
const SNAGS = [
  ..."\0\t\r\n \"'\\/[](){};:,.%$*?!#=+-_~^0189",
  "\u00a0",
  "\u0085",
  "\u2028",
  "\ufeff",
  "\ufffd",
  "\ud800",
  "♔",
  "😀",
  "-1",
  "0x10",
  "1e9",
  "NaN",
  "Infinity",
  "2147483648",
  "9007199254740993",
  "9".repeat(40),
  "__proto__",
  "constructor",
  "toString",
  "null",
  "{}",
  "[]",
  "\r\n\r\n",
];

/** A piece of text from nowhere. */
export const scraps = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...SNAGS) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: "binary-ascii", maxLength: 12 }) },
);

/** Nothing anybody meant: a few scraps, or very many of one. */
export const junk = fc.oneof(
  { weight: 30, arbitrary: fc.array(scraps, { maxLength: 20, size: "max" }).map((parts) => parts.join("")) },
  {
    weight: 1,
    arbitrary: fc.tuple(scraps, fc.integer({ min: 100, max: 5000 })).map(([part, times]) => part.repeat(times)),
  },
);

interface Edit {
  readonly kind: keyof typeof EDITS;
  /** Where, as a part of the text's length. */
  readonly at: number;
  /** How many characters it is about. */
  readonly length: number;
  readonly scrap: string;
}

/** What may happen to a text on its way; `start` and `end` are places in it, `other` is a text of the same kind. */
const EDITS = {
  "cut off": (text, start) => text.slice(0, start),
  "its head lost": (text, start) => text.slice(start),
  "a part lost": (text, start, end) => text.slice(0, start) + text.slice(end),
  "a part twice": (text, start, end) => text.slice(0, end) + text.slice(start),
  "a part many times": (text, start, end) => text.slice(0, end) + text.slice(start, end).repeat(50) + text.slice(end),
  "something put in": (text, start, _end, scrap) => text.slice(0, start) + scrap + text.slice(start),
  "a part replaced": (text, start, end, scrap) => text.slice(0, start) + scrap + text.slice(end),
  "a bit flipped": (text, start) => {
    return (
      text.slice(0, start) +
      String.fromCharCode(text.charCodeAt(start) ^ (1 << (text.length % 7))) +
      text.slice(start + 1)
    );
  },
  "words turned around": (text, start) => {
    const words = text.split(" ");
    const place = start % words.length;
    return [...words.slice(place), ...words.slice(0, place)].join(" ");
  },
  "ended as another": (text, start, _end, _scrap, other) => text.slice(0, start) + other.slice(start),
  "in capitals": (text) => text.toUpperCase(),
} satisfies Record<string, (text: string, start: number, end: number, scrap: string, other: string) => string>;

const edits: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom(...(Object.keys(EDITS) as Edit["kind"][])),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.integer({ min: 1, max: 12 }),
  scrap: scraps,
});

/** Texts of some kind after one to four accidents. */
export function garbled(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(texts, texts, fc.array(edits, { minLength: 1, maxLength: 4 })).map(([original, other, accidents]) => {
    return accidents.reduce((text, { kind, at, length, scrap }) => {
      const start = Math.floor(at * text.length);
      return EDITS[kind](text, start, Math.min(start + length, text.length), scrap, other);
    }, original);
  });
}

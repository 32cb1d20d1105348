import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { formatPgn, type PgnGame, parsePgn, readPgn } from "../../../src/chess/notation/pgn";
import { formatSanLine } from "../../../src/chess/notation/san";
import { playUciMoves } from "../../../src/chess/notation/uci-move";
import { START_FEN } from "../../../src/chess/position/fen";
import { defineVariant } from "../../../src/chess/rules/define-variant";
import { Game } from "../../../src/chess/rules/game";
import { builtIn } from "../../../src/chess/variants/games";
import { PgnError } from "../../../src/errors";

const SEED = fileText("seed-games.pgn");
const SEED_GERMAN = fileText("seed-games-german.pgn");

function fileText(name: string): string {
  return readFileSync(new URL(`../../data/${name}`, import.meta.url), "utf8");
}

/** The same on one line: the file's lines are broken one column earlier. */
function blanksAside(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

function sansOf({ game }: PgnGame): string {
  return formatSanLine(new Game(game.root), game.moves).join(" ");
}

/** Without the moves' numbers: a fragment that begins at move 17 is counted from 1 in its file. */
function numbersAside(text: string): string {
  return blanksAside(text).replace(/\d+\.(\.\.)? /g, "");
}

describe("the seed games", () => {
  test("replay to their last move, and are written as they stand in the file", () => {
    const texts = SEED.split(/\n(?=\[Event )/);
    const games = parsePgn(SEED);
    expect(games).toHaveLength(13);
    games.forEach(({ tags, game, result, comments }, index) => {
      expect(game.variant.id).toBe(tags.get("Variant") ?? "chess");
      expect(game.plies).toBe(Number(tags.get("PlyCount")));
      expect(numbersAside(formatPgn(game, tags))).toBe(numbersAside(texts[index]));
      expect(result).toBe(tags.get("Result"));
      expect(comments).toEqual([]);
    });
  });

  test.each([
    ["stationary", 7],
    ["nightrider", 8],
    ["dabbaba", 9],
  ])("of variants are among them: %s", (id, index) => {
    expect(parsePgn(SEED)[index].game.variant).toBe(builtIn(id));
  });

  /** Their places in the English file. */
  test.each([
    ["Haarup – Dabbaba", 0, 5],
    ["Dabbaba – Diogenes", 1, 6],
    ["diagram 2", 2, 11],
    ["diagram 1", 3, 10],
  ])("in German are the same: %s", (_what, german, english) => {
    const one = parsePgn(SEED_GERMAN)[german];
    const other = parsePgn(SEED)[english];
    expect(one.game.fen()).toBe(other.game.fen());
    expect(one.game.moves).toEqual(other.game.moves);
    expect(one.result).toBe(other.result);
    for (const name of ["White", "Black"]) expect(one.tags.get(name) ?? "?").toBe(other.tags.get(name));
  });
});

/** What the tag `Variant` says, and the game it means; null for none. */
const NAMES: [name: string, id: string | null][] = [
  ["", "chess"],
  ["Chess", "chess"],
  ["Standard", "chess"],
  ["From Position", "chess"],
  ["Chess 960", "chess"],
  ["Fischerandom", "chess"],
  ["dabbaba", "dabbaba"],
  ["Dabbaba Chess", "dabbaba"],
  ["STATIONARY  CHESS", "stationary"],
  ["Nightrider Chess", "nightrider"],
  ["Rook Square", "rooksquare"],
  ["rook-square chess", "rooksquare"],
  ["Knight Mate", "knightmate"],
  ["Shatranj", "shatranj"],
  ["Berolina Chess", "berolina"],
  ["Antichess", "giveaway"],
  ["Losing Chess", "giveaway"],
  ["give away", "giveaway"],
  ["King of the Hill", "kingofthehill"],
  ["koth", "kingofthehill"],
  ["Horde", "horde"],
  ["Atomic", "atomic"],
  ["Crazyhouse", "crazyhouse"],
  ["zh", "crazyhouse"],
  ["Racing Kings", "racingkings"],
  ["Three-check", "3check"],
  ["3check", "3check"],
  ["My Game", "my-game"],
  ["my-game chess", "my-game"],
  ["Duck", null],
  ["Suicide", null],
  ["constructor", null],
];

describe("the tag Variant", () => {
  const myGame = defineVariant({ id: "my-game", pieces: { queen: "QN" }, letters: { queen: "A" } });

  test.each(NAMES)("%j means %s", (name, id) => {
    const [game] = readPgn(`[Variant "${name}"] *`, { variants: [myGame] });
    if (id === null) expect(game).toMatchObject({ code: "variant", value: name });
    else expect((game as PgnGame).game.variant.id).toBe(id);
  });

  test("means the very id before a like one", () => {
    const variants = ["dabbaba-chess", "my-game-chess", "my-game"].map((id) => defineVariant({ id }));
    const meant = (name: string) => parsePgn(`[Variant "${name}"] *`, { variants })[0].game.variant;
    expect(meant("my-game")).toBe(variants[2]);
    expect(meant("my-game-chess")).toBe(variants[1]);
    expect(meant("dabbaba")).toBe(builtIn("dabbaba"));
    expect(meant("dabbaba-chess")).toBe(variants[0]);
  });

  test("may name a user's game only if it is given", () => {
    const text = '[Variant "my-game"] 1. Ae3 d5';
    expect(() => parsePgn(text)).toThrow('PGN: game 1: the variant "my-game" cannot be played');
    expect(parsePgn('[Variant "my-game"] 1. Ac3 d5', { variants: [myGame] })[0].game.fen()).toBe(
      "rnbakbnr/ppp1pppp/8/3p4/8/2A5/PPPPPPPP/RNB1KBNR w KQkq - 0 2",
    );
  });

  test.each([
    ["chess", START_FEN, [], []],
    ["chess", START_FEN, [["Variant", "Chess960"]], ['[Variant "Chess960"]']],
    ["chess", START_FEN, [["Variant", "Shatranj"]], []],
    ["dabbaba", START_FEN, [], ['[Variant "dabbaba"]']],
    ["dabbaba", START_FEN, [["Variant", "Dabbaba Chess"]], ['[Variant "Dabbaba Chess"]']],
    ["dabbaba", START_FEN, [["Variant", "Shatranj"]], ['[Variant "dabbaba"]']],
    [
      "giveaway",
      START_FEN.replace("KQkq", "-"),
      [],
      ['[Variant "giveaway"]', '[SetUp "1"]', `[FEN "${START_FEN.replace("KQkq", "-")}"]`],
    ],
  ] as const)("is written for %s", (id, fen, tags, written) => {
    const text = formatPgn(Game.fromFen(fen, builtIn(id)), tags);
    expect(text.split("\n").filter((line) => /^\[(Variant|SetUp|FEN) /.test(line))).toEqual(written);
    expect(parsePgn(text)[0].game.variant.id).toBe(id);
  });

  test("is enough to read a user's game again, wherever that begins", () => {
    const backwards = defineVariant({ id: "backwards", fen: "rnbkqbnr/8/8/pppppppp/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1" });
    const game = Game.fromFen("rnbkqbnr/8/8/pppppppp/8/8/PPPPPPPP/RNBQKBNR b - - 3 7", backwards);
    playUciMoves(game, ["a5a4"]);
    const [again] = parsePgn(formatPgn(game), { variants: [backwards] });
    expect([again.game.fen(), again.game.variant]).toEqual([game.fen(), backwards]);
  });
});

/** Movetext, and the moves it means. */
const MOVETEXTS: [what: string, text: string, moves: string][] = [
  ["the usual", "1. e4 e5 2. Nf3 *", "e4 e5 Nf3"],
  ["no blanks after numbers", "1.e4 e5 2.Nf3 Nc6", "e4 e5 Nf3 Nc6"],
  ["Black's numbers", "1. e4 1... e5 2.Nf3 2. ... Nc6 3.Bb5 3…a6", "e4 e5 Nf3 Nc6 Bb5 a6"],
  ["numbers without dots", "1 e4 e5 2 Nf3 Nc6", "e4 e5 Nf3 Nc6"],
  ["no numbers", "e4 e5 Nf3", "e4 e5 Nf3"],
  ["commas", "1.e4, e5 2.Nf3,Nc6 3.Bb5,", "e4 e5 Nf3 Nc6 Bb5"],
  ["line ends of every kind", "1.\r\ne4\re5\n\n2.\tNf3", "e4 e5 Nf3"],
  ["a byte order mark", "\uFEFF1. e4", "e4"],
  ["remarks", "1. e4! e5?! 2. Nf3 $1 $142 Nc6$6 3. Bb5 ± a6 +- 4. Ba4 !? Nf6 =", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6"],
  ["comments", "{a} 1. e4{b; (c} e5 ; d } ( \n2. Nf3 ;e", "e4 e5 Nf3"],
  ["lines for programs", "% 1. d4\n1. e4\n%d5\ne5", "e4 e5"],
  ["variations", "1. e4 (1. d4 d5 (1... f5 {)} 2. c4 1-0) 2. Nf3 *) e5 () 2. Nf3", "e4 e5 Nf3"],
  ["stray brackets", "1. e4 ) } e5 ( 2. Nf3 Nc6", "e4 e5"],
  ["castling with noughts", "1.e4 e5 2.Nf3 Nf6 3.Bc4 Bc5 4.0-0 0-0", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O"],
  ["long notation", "1. e2-e4 e7-e5 2. Ng1-f3", "e4 e5 Nf3"],
  ["e.p.", "1.e4 a6 2.e5 d5 3.exd6 e.p. h6 4.dxc7", "e4 a6 e5 d5 exd6 h6 dxc7"],
  ["e.p. without a blank", "1.e4 a6 2.e5 d5 3.exd6e.p.! h6", "e4 a6 e5 d5 exd6 h6"],
  ["missing and needless marks", "1.e4 f6 2.d4+ g5 3.Qh5", "e4 f6 d4 g5 Qh5#"],
  ["promotion", "1.b4 a5 2.bxa5 b6 3.axb6 c6 4.b7 c5 5.bxa8(Q)+ c4", "b4 a5 bxa5 b6 axb6 c6 b7 c5 bxa8=Q c4"],
  ["German letters", "1.Sf3 d5 2.g3 Lg4 3.Lg2 Dd6 4.0-0 Sc6 5.Te1", "Nf3 d5 g3 Bg4 Bg2 Qd6 O-O Nc6 Re1"],
  ["German promotion", "1.b4 a5 2.bxa5 b6 3.axb6 c6 4.b7 c5 5.bxa8=D c4", "b4 a5 bxa5 b6 axb6 c6 b7 c5 bxa8=Q c4"],
  ["Danish promotion", "1.b4 a5 2.bxa5 b6 3.axb6 c6 4.b7 c5 5.b7xa8L", "b4 a5 bxa5 b6 axb6 c6 b7 c5 bxa8=B"],
  ["German pawns", "1.Be4 Be5 2.Bd4 Bxd4", "e4 e5 d4 exd4"],
  ["B as a pawn beside L", "1.Be2-e4 Be5 2.Lc4 Bc6", "e4 e5 Bc4 c6"],
  ["B as a bishop", "1.e4 e5 2.Bc4 Bc5 3.Bxf7 Ke7", "e4 e5 Bc4 Bc5 Bxf7+ Ke7"],
  ["B as either is English", "1.e4 e5 2.Ba6", "e4 e5 Ba6"],
  ["the last move says that B was a pawn", "1.e3 d6 2.Bd3 Be6 3.Bc4 Bb5", "e3 d6 d3 e6 c4 b5"],
];

describe("moves are read", () => {
  test.each(MOVETEXTS)("%s", (_what, text, moves) => {
    expect(parsePgn(text).map(sansOf)).toEqual([moves]);
  });
});

/** Text, and its games: the tags but for the result, the plies, the result. */
const FILES: [what: string, text: string, games: string[]][] = [
  ["nothing", "", []],
  ["blanks", "\uFEFF \r\n\n", []],
  ["results alone", "1-0 1/2-1/2 *", []],
  ["a result too many", '* 1. e4 1-0 * [White "a"] *', ["1 1-0", "White=a 0 *"]],
  ["tags alone", '[Event "a"]\n\n[Event "b"]', ["Event=a 0 *", "Event=b 0 *"]],
  ["no tags", "1. e4 1-0 1. d4 d5 0-1", ["1 1-0", "2 0-1"]],
  ["no results", '1. e4\n\n[White "a"]\n1. d4', ["1 *", "White=a 1 *"]],
  ["no blank lines", '[White "a"]\n1. e4 *\n[White "b"]\n1. d4 d5', ["White=a 1 *", "White=b 2 *"]],
  ["no lines", '[White "a"] [Black "b"] 1. e4 1-0 [White "c"] *', ["White=a Black=b 1 1-0", "White=c 0 *"]],
  ["Windows", '\uFEFF[White "a"]\r\n\r\n1. e4\r\ne5\r\n1-0\r\n\r\n[White "b"]\r\n', ["White=a 2 1-0", "White=b 0 *"]],
  ["a comment never closed", '1. e4 {oh\n\n[White "b"]\n\n1. d4 d5', ["1 *", "White=b 2 *"]],
  ["a variation never closed", '1. e4 (1. d4 *\n\n[White "b"]\n\n1. d4 d5', ["1 *", "White=b 2 *"]],
  ["tags in a comment", '1. e4 {see\n[White "b"]} e5', ["2 *"]],
  ["blanks in a tag", '[  White\t " a  b "  ]', ["White= a  b  0 *"]],
  ["quotes and backslashes", String.raw`[White "\"a\" \\ b\c"]`, [String.raw`White="a" \ b\c 0 *`]],
  ["line separators, which end no line", '[White "a\u2028b \\\u2029"]', ["White=a\u2028b \\\u2029 0 *"]],
  ["a line separator in a comment", "1. e4 ; a\u2028e5\n1... d5 *", ["2 *"]],
  ["quotes as they should not be", '[White "a "b" c"]', ['White=a "b" c 0 *']],
  ["brackets in a tag", '[White "a ] [b"]', ["White=a ] [b 0 *"]],
  ["a tag twice", '[White "a"]\n[White "b"]', ["White=a 0 *"]],
  ["small letters", '[white "a"] [setup "1"] [Eco "C"]', ["White=a SetUp=1 Eco=C 0 *"]],
  ["German tags", '[Turnier "a"][Ort "b"][Datum "c"][Ergebnis "½-½"]', ["Event=a Site=b Date=c 0 1/2-1/2"]],
  ["German players", '[Runde "a"][Weiß "b"][Schwarz "c"]', ["Round=a White=b Black=c 0 *"]],
  ["Danish tags", '[Turnering "a"][Sted "b"][Dato "c"][Resultat "0:1"]', ["Event=a Site=b Date=c 0 0-1"]],
  ["Danish players", '[Runde "a"][Hvid "b"][Sort "c"]', ["Round=a White=b Black=c 0 *"]],
  ["the result in the tag", '[Result "1-0"] 1. e4', ["1 1-0"]],
  ["the result in the tag, unknown after the moves", '[Result "1-0"] 1. e4 *', ["1 1-0"]],
  ["the result after the moves", '[Result "1-0"] 1. e4 1/2', ["1 1/2-1/2"]],
  ["a result that is none", '[Result "won"] 1. e4', ["1 *"]],
  ["results of every kind", "e4 1–0 e4 0:1 e4 ½-½ e4 ½ e4 *", ["1 1-0", "1 0-1", "1 1/2-1/2", "1 1/2-1/2", "1 *"]],
];

describe("files are read", () => {
  test.each(FILES)("%s", (_what, text, games) => {
    expect(parsePgn(text).map(shown)).toEqual(games);
  });

  test("with their comments", () => {
    const text = '{before} 1. e4 {a\r\n  b} {c} (1. d4 {no}) {} e5 ; d \n1-0 {after}\n[White "x"] {head} 1. d4 {x}';
    expect(parsePgn(text).map(({ comments }) => comments.map((comment) => `${comment.ply} ${comment.text}`))).toEqual([
      ["0 before", "1 a b", "1 c", "2 d", "2 after"],
      ["0 head", "1 x"],
    ]);
  });

  test.each([
    ["FEN", '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]', "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"],
    ["SetUp 0", '[SetUp "0"][FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]', START_FEN],
    ["SetUp without FEN", '[SetUp "1"]', START_FEN],
    ["a variant that is none", '[Variant "From Position"]', START_FEN],
    ["Chess960", '[Variant "Chess 960"][FEN "4k3/8/8/8/8/8/8/1R1K3R w HB -"] O-O', "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1"],
  ])("from the position in the tags: %s", (_what, text, fen) => {
    expect(parsePgn(text)[0].game.fen()).toBe(fen);
  });
});

/** The tags but for the result, the plies, the result. */
function shown({ tags, game, result }: PgnGame): string {
  expect(tags.get("Result")).toBe(result);
  const others = [...tags].filter(([name]) => name !== "Result").map(([name, value]) => `${name}=${value}`);
  return [...others, game.plies, result].join(" ");
}

const KINGS = "4k3/8/8/8/8/8/8/4K3";

/** Text, then the error: code, ply, value, message. */
const REFUSALS: [text: string, code: string, ply: number, value: string, message: string][] = [
  ["1. e4 e5 2. Nf6", "move", 2, "Nf6", 'game 1, at 2.: "Nf6" is not legal here'],
  ["1. e4 Ke7", "move", 1, "Ke7", 'game 1, at 1...: "Ke7" is not legal here'],
  ["1. e4 e5 2. Sf6", "move", 2, "Sf6", 'game 1, at 2.: "Sf6" in German or Danish: "Nf6" is not legal here'],
  ["1. Sf3 d5 2. Sd4 e5 3. Sb5 hello", "move", 5, "hello", 'game 1, at 3...: "hello" is not a move like Nf3 or exd6'],
  ["1. e4 f6 2. Qh5+ --", "move", 3, "--", 'game 1, at 2...: "--": a side in check cannot pass (--)'],
  ["hello world", "move", 0, "hello", 'game 1, at 1.: "hello" is not a move like Nf3 or exd6'],
  ["1. Nf3 d5 2. d3 d4 3. Nd2", "move", 4, "Nd2", 'game 1, at 3.: "Nd2" could be b1d2, f3d2'],
  [`[FEN "${KINGS} b - - 0 9"] 9... Kd8 10. e4`, "move", 1, "e4", 'game 1, at 10.: "e4" is not legal here'],
  ['[FEN "8/8 w"] *', "fen", 0, "8/8 w", 'game 1: FEN: 2 ranks instead of 8 in "8/8"'],
  ['[Variant "Duck"] e4', "variant", 0, "Duck", 'game 1: the variant "Duck" cannot be played'],
];

/** Text that is odd but clear; its games: the tags but for the result, the plies, the result; and what is reported. */
const ODD: [what: string, text: string, games: string[], warnings: string[]][] = [
  ["a tag without quotation marks", "[White Ann Bee]\n1. e4", ["White=Ann Bee 1 *"], ["tag 1 [White Ann Bee]"]],
  ["a tag without a value", "[Event] *", ["Event= 0 *"], ["tag 1 [Event]"]],
  ["an open quotation mark", '[Event "a]\n[White "b"]\n1. e4', ["Event=a White=b 1 *"], ['tag 1 [Event "a]']],
  [
    "a backslash at its end",
    '[Site "C:\\games\\"]\n[White "b"]\n1. e4',
    ["Site=C:\\games\\ White=b 1 *"],
    ['tag 1 [Site "C:\\games\\"]'],
  ],
  [
    "a tag over three lines",
    '[White "a"]\n[Event "The very long\nname of\nan event"]\n\n1. e4',
    ["White=a Event=The very long name of an event 1 *"],
    ['tag 2 [Event "The very long name of an event"]'],
  ],
  ["a tag that never ends", '[Event "a\n\n1. e4 e5', ["Event=a 2 *"], ['tag 1 [Event "a']],
  ["a tag that never ends before moves", '[Event "a\n1. e4 e5\n1-0', ["Event=a 2 1-0"], ['tag 1 [Event "a']],
  ["a tag whose name no one could write", '[White-Elo "9"]\n1. e4', ["1 *"], ['tag 1 [White-Elo "9"]']],
  [
    "a bracket among moves",
    "1. e4 [x] e5 [ 2. Nf3",
    ["3 *"],
    ["tag 1 1. e4 [x] e5 [ 2. Nf3", "tag 1 1. e4 [x] e5 [ 2. Nf3"],
  ],
  ["bad tags of the next game", "1. e4 1-0\n\n[White Ann]\n1. d4 *", ["1 1-0", "White=Ann 1 *"], ["tag 3 [White Ann]"]],
  ["a line in brackets among moves", "1. e4\n[good move]\ne5", ["2 *"], ["tag 2 [good move]"]],
  [
    "games that are positions",
    '[FEN "8/8/8/8/8/8/8/K1k5 w"]\n[FEN "8/8/8/8/8/8/8/K1k5 b"]',
    ["FEN=8/8/8/8/8/8/8/K1k5 w 0 *", "FEN=8/8/8/8/8/8/8/K1k5 b 0 *"],
    [],
  ],
  ["games that are names", '[White "a"]\n\n[White "b"]', ["White=a 0 *", "White=b 0 *"], []],
  ["a comment never closed", "1. e4 {oh", ["1 *"], ["comment 1 {oh"]],
  ["kings in the centre", "1. e4 e5 2. Ke4 Kd5 1-0", ["2 1-0"], ["move 1 Ke4 Kd5"]],
  ["a king in the centre", "1. e4 e5 2. Ke4 1-0", ["2 1-0"], ["move 1 Ke4"]],
  [
    "castling rights that cannot be",
    '[FEN "4k3/8/8/8/8/8/8/4K2R w KQ"] 1. O-O',
    ["FEN=4k3/8/8/8/8/8/8/4K2R w KQ 1 *"],
    ["fen 1 4k3/8/8/8/8/8/8/4K2R w KQ"],
  ],
  [
    "a FEN that says nothing",
    '[FEN "?"] 1. e4 *\n[FEN ""] 1. d4 *\n[FEN "startpos"] 1. c4 *',
    ["FEN=? 1 *", "FEN= 1 *", "FEN=startpos 1 *"],
    [],
  ],
  ["blanks in results", "1. e4 1 - 0\n1. e4 0 – 1\n1. e4 1/2 - 1/2", ["1 1-0", "1 0-1", "1 1/2-1/2"], []],
  ["a double forfeit", '[Result "0-0"]\n\n0-0\n\n[Result "0-0"]\n\n1. e4 0-0', ["0 0-0", "1 0-0"], []],
  ["a double forfeit that the tag does not tell", "1. e4 0–0", ["1 0-0"], []],
  [
    "a double forfeit where castling would be legal",
    '[Result "0-0"] 1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 0-0',
    ["6 0-0"],
    [],
  ],
  ["castling at the end", "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. 0-0", ["7 *"], []],
  ["a null move", "1. e4 -- 2. d4 Z0 3. @@@@", ["5 *"], []],
  ["numbers glued to moves", "1e4 e5 2Nf3 Nc6", ["4 *"], []],
];

describe("what is odd but clear is read", () => {
  test.each(ODD)("%s", (_what, text, games, warnings) => {
    const read = parsePgn(text);
    expect(read.map(shown)).toEqual(games);
    const told = read.flatMap((game) => game.warnings);
    expect(told.map(({ code, line, value }) => `${code} ${line} ${value}`)).toEqual(warnings);
    for (const { message } of told) expect(message).toMatch(/^PGN: game \d+, line \d+: /);
  });

  test("a long tag is reported and kept", () => {
    expect(parsePgn(`[White "${"x".repeat(999)}"]`)[0].warnings).toEqual([]);
    for (const length of [1000, 5000]) {
      const [{ tags, warnings }] = parsePgn(`[White "${"x".repeat(length)}"]\n[Black "y"]`);
      expect([tags.get("White")?.length, tags.get("Black")]).toEqual([length, "y"]);
      expect(warnings).toMatchObject([{ code: "tag", line: 1 }]);
    }
  });

  test("warnings come to an end", () => {
    expect(parsePgn(`${"[a]\n".repeat(1000)}1. e4`)[0].warnings).toHaveLength(20);
  });

  test("a result of both having lost is written and read again", () => {
    const [{ game, tags }] = parsePgn('[Result "0-0"] 1. e4 0-0');
    const text = formatPgn(game, tags);
    expect(text).toContain('[Result "0-0"]');
    expect(shown(parsePgn(text)[0])).toContain("1 0-0");
  });

  test("comments between games are those of the next one", () => {
    const text = ';; one\n\n[White "a"]\n1. e4 1-0 {over}\n{still}\n\n;; two\n{2}\n\n[White "b"]\n1. d4 *\n\n{end}';
    expect(parsePgn(text).map(({ comments }) => comments.map((comment) => `${comment.ply} ${comment.text}`))).toEqual([
      ["0 ; one", "1 over", "1 still"],
      ["0 ; two", "0 2", "1 end"],
    ]);
  });

  test("a null move is written and read again, and what follows it is played", () => {
    const [{ game, tags }] = parsePgn("1. e4 -- 2. Nf3 Nf6 *");
    expect(sansOf({ game } as PgnGame)).toBe("e4 -- Nf3 Nf6");
    expect(parsePgn(formatPgn(game, tags))[0].game.fen()).toBe(game.fen());
  });
});

describe("a game refused", () => {
  test.each(REFUSALS)("%s", (text, code, ply, value, message) => {
    const [error, next, ...others] = readPgn(`${text}\n\n[White "next"]\n\n1. e4 e5 *`);
    expect(error).toBeInstanceOf(PgnError);
    expect(error).toMatchObject({ name: "PgnError", code, gameIndex: 0, ply, value, message: `PGN: ${message}` });
    expect(shown(next as PgnGame)).toBe("White=next 2 *");
    expect(others).toEqual([]);
    expect(() => parsePgn(text)).toThrow(PgnError);
  });

  test("says which game it is", () => {
    expect([...readPgn("e4 * e5 * d4 * Qd4")].map((game) => (game instanceof PgnError ? game.message : ""))).toEqual([
      "",
      'PGN: game 2, at 1.: "e5" is not legal here',
      "",
      'PGN: game 4, at 1.: "Qd4" is not legal here',
    ]);
  });

  test("if it is longer than a game may be", () => {
    const [error] = readPgn("Nf3 Nf6 Ng1 Ng8 ".repeat(1025));
    expect(error).toMatchObject({ code: "move", ply: 4096, value: "Nf3" });
  });
});

describe("a game is written", () => {
  test("with the seven tags, those given, and its result", () => {
    const game = Game.start();
    playUciMoves(game, ["f2f3", "e7e5", "g2g4", "d8h4"]);
    const tags = { Annotator: 'a "b" \\ c\n', Black: "Wazaba", FEN: "no", Weiß: "Dabbaba" };
    expect(formatPgn(game, Object.entries(tags))).toBe(`[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Dabbaba"]
[Black "Wazaba"]
[Result "0-1"]
[Annotator "a \\"b\\" \\\\ c "]

1. f3 e5 2. g4 Qh4# 0-1
`);
  });

  test.each([
    ["goes on", START_FEN, "*"],
    ["is drawn", `${KINGS} w - - 0 1`, "1/2-1/2"],
    ["White has won", "R3k3/8/4K3/8/8/8/8/8 b - - 0 1", "1-0"],
  ])("as it stands by the rules: %s", (_what, fen, result) => {
    const [{ game, tags }] = parsePgn(formatPgn(Game.fromFen(fen)));
    expect([game.fen(), tags.get("Result")]).toEqual([fen, result]);
    expect(tags.get("SetUp")).toBe(fen === START_FEN ? undefined : "1");
  });

  test("with its comments, in lines of fewer than 80 characters", () => {
    const long = `{${"word ".repeat(99)}[Event "x"]; (d4) ${"x".repeat(99)}}`;
    const [one] = parsePgn(`${long} 1. e4 {a} {b} e5 2. Nf3 {c} Nc6 3. Bb5 ${long} a6 *`);
    const written = formatPgn(one.game, one.tags, one.comments);
    expect(written).toContain("1. e4 {a} {b} 1... e5 2. Nf3 {c} 2... Nc6 3. Bb5 {word");
    expect(written.split("\n").filter((line) => line.length > 79 && line.includes(" "))).toEqual([]);
    expect(formatPgn(one.game, one.tags, parsePgn(written)[0].comments)).toBe(written);
    expect(parsePgn(written)[0].comments).toEqual(one.comments);
  });

  test("without breaking a comment's braces", () => {
    const written = formatPgn(Game.start(), [], [{ ply: 0, text: "a } b\n\n[c" }]);
    expect(parsePgn(written)[0].comments).toEqual([{ ply: 0, text: "a } b [c" }]);
  });

  test("but not with a tag of any name", () => {
    expect(() => formatPgn(Game.start(), [['a" b', "c"]])).toThrow('PGN: a tag cannot be called "a\\" b"');
  });
});

/** Parts to make long texts of, with a bar between them. */
const JUNK =
  String.raw`x|{|}|(|[|[a "|["|["\|"|\|1|1.|1-|;|$|-|--|½|1/2-|e.p.|e8(|e4 * |a 1-0 |[Event "a"]|Nf3 Nf6 Ng1 Ng8 `
    .split("|")
    .concat("%\n", "\n", "\n\n[", "{\n\n", "\0");

describe("any text is read", () => {
  test.each(JUNK.map((part) => [JSON.stringify(part), part]))("soon: a megabyte of %s", (_what, part) => {
    const started = performance.now();
    let games = 0;
    for (const game of readPgn(part.repeat(2 ** 20 / part.length))) {
      if (game instanceof PgnError) expect(game.message.length).toBeLessThan(500);
      // Thousands of bad games take as long as the stack traces of their errors.
      if (++games === 1000) break;
    }
    expect(performance.now() - started).toBeLessThan(5000);
  });

  test("if it was damaged: other games or typed errors, nothing else", () => {
    let seed = 1;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    const source = SEED_GERMAN.slice(0, 1200) + SEED.slice(-1500);
    const counts = { read: 0, refused: 0 };
    for (let round = 0; round < 100; round++) {
      let text = source;
      for (let change = random(8); change >= 0; change--) {
        const at = random(text.length);
        text = text.slice(0, at) + '{}()[]"\\;%*$-.1\n BNe4'.charAt(random(22)) + text.slice(at + random(3));
      }
      for (const game of readPgn(text)) {
        if (game instanceof PgnError) {
          counts.refused++;
          continue;
        }
        counts.read++;
        const [again] = parsePgn(formatPgn(game.game, game.tags, game.comments));
        expect(again.game.moves).toEqual(game.game.moves);
        for (const name of ["White", "Result"]) expect(again.tags.get(name)).toBe(game.tags.get(name) ?? "?");
        expect(again.comments).toEqual(game.comments.map(({ ply, text }) => ({ ply, text: text.replace(/\}/g, ")") })));
      }
    }
    expect(counts.read).toBeGreaterThan(50);
    expect(counts.refused).toBeGreaterThan(50);
  });
});

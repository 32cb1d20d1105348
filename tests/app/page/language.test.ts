import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { Position } from "../../../src/api/position";
import { readLink } from "../../../src/app/page/games/link";
import { addOwnGame } from "../../../src/app/page/games/own-games";
import { language as danish } from "../../../src/app/page/languages/da";
import { language as german } from "../../../src/app/page/languages/de";
import type { Language } from "../../../src/app/page/languages/language";
import { preferred, translated, translatedText, useLanguage } from "../../../src/app/page/shell/language";
import { readGames } from "../../../src/app/play/pgn";
import { fairyPieces, pieceName } from "../../../src/app/play/piece-names";
import { GameRecord } from "../../../src/app/play/record";
import { numberText, t, useDictionary } from "../../../src/app/play/text";
import { count, endingText, gameName, spokenMove, spokenScore } from "../../../src/app/play/words";
import { builtIn, VARIANT_IDS } from "../../../src/chess/variants/games";
import { textsOfCode, textsOfHtml } from "../../support/browser/page-texts";

const LANGUAGES: [name: string, tag: string, language: Language][] = [
  ["German", "de", german],
  ["Danish", "da", danish],
];
const ENGLISH: Language = { texts: {}, messages: {} };

/** What is given to `t` as a value, not as a literal: which values it may have. */
const DYNAMIC: Readonly<Record<string, readonly string[]>> = {
  // Those of `plural` are counted where it is called.
  "src/app/play/text.ts: one": [],
  "src/app/play/text.ts: other": [],
  // How a game ended: by the rules (`OutcomeReason`), and by `Match`.
  "src/app/play/words.ts: reason": [
    "checkmate",
    "stalemate",
    "goal reached",
    "bare king",
    "no pieces left",
    "insufficient material",
    "threefold repetition",
    "fifty moves",
    "move limit",
    "resignation",
    "agreement",
    "time",
  ],
  "src/app/play/words.ts: NAMES[id]": VARIANT_IDS.map(gameName),
  "src/app/play/words.ts: id.charAt(0).toUpperCase() + id.slice(1)": [],
  "src/app/play/piece-names.ts: NAMES[shape]": VARIANT_IDS.flatMap((id) =>
    [..."pnbrqk", ...fairyPieces(id)].map((letter) => pieceName(id, letter)),
  ),
  // The rules, as in the setup below.
  "src/app/page/games/piece-guide.ts: variant.rules": [],
  "src/app/page/games/setup.ts: rules": VARIANT_IDS.map((id) => builtIn(id).rules),
  // Texts of `index.html`, and messages that have no translation.
  "src/app/page/shell/language.ts: text": [],
  "src/app/page/shell/language.ts: message": [],
};

const code = textsOfCode();
const html = textsOfHtml(readFileSync("src/app/page/index.html", "utf8"));
const wanted = new Set([...code.literal, ...html, ...Object.values(DYNAMIC).flat()]);

afterEach(() => useLanguage(ENGLISH, "en"));

describe("the page's texts", () => {
  test("are all translated, and not too soon", () => {
    expect(code.faults).toEqual([]);
    expect([...code.dynamic].sort()).toEqual(Object.keys(DYNAMIC).sort());
    expect(wanted.size).toBeGreaterThan(200);
  });

  test.each(LANGUAGES)("are in the %s dictionary, and nothing else is", (_name, _tag, { texts }) => {
    expect([...wanted].filter((text) => !Object.hasOwn(texts, text))).toEqual([]);
    expect(Object.keys(texts).filter((text) => !wanted.has(text))).toEqual([]);
  });

  test.each(LANGUAGES)("have the same values in %s", (_name, _tag, { texts, messages }) => {
    const valuesOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
    for (const [text, translation] of [...Object.entries(texts), ...Object.entries(messages)]) {
      expect([text, ...valuesOf(translation)]).toEqual([text, ...valuesOf(text)]);
      expect(translation.trim()).toBe(translation);
      expect(translation).not.toBe("");
    }
  });

  test("have the same keys in both languages", () => {
    expect(Object.keys(danish.texts)).toEqual(Object.keys(german.texts));
    expect(Object.keys(danish.messages)).toEqual(Object.keys(german.messages));
  });
});

describe("messages from below", () => {
  const play = (text: string, fen = "4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1") =>
    new GameRecord(Position.fromFen(fen)).play(text);
  const fen = (text: string, game = "chess") => Position.fromFen(text, game);
  const pgn = (text: string) => {
    for (const game of readGames(text)) if (game instanceof Error) throw game;
  };
  /** What is odd in a game that is read. */
  const odd = (text: string) => {
    for (const game of readGames(text)) {
      if (!(game instanceof Error)) for (const warning of game.warnings ?? []) throw new Error(warning);
    }
  };
  const say = (text: string) => {
    throw new Error(text);
  };
  const KINGS = "4k3/8/8/8/8/8/8/4K3";

  const MESSAGES: [what: string, () => unknown][] = [
    ["FEN: nothing", () => fen(" ")],
    ["one rank", () => fen("8")],
    ["two ranks", () => fen("8/8")],
    ["a letter", () => fen("x7/8/8/8/8/8/8/8")],
    ["a short rank", () => fen("1/8/8/8/8/8/8/8")],
    ["a long rank", () => fen("9/8/8/8/8/8/8/8")],
    ["an empty board", () => fen("8/8/8/8/8/8/8/8", "giveaway")],
    ["a pawn on the last rank", () => fen("P3k3/8/8/8/8/8/8/4K3")],
    ["no king", () => fen("8/8/8/8/8/8/8/8")],
    ["two kings", () => fen("4k3/8/8/8/8/8/8/3KK3")],
    ["many pieces", () => fen("4k3/8/8/8/NNNNNNNN/NNNNNNNN/8/4K3")],
    ["many pawns", () => fen("4k3/8/8/8/8/P7/PPPPPPPP/4K3")],
    ["pieces that pawns do not become", () => fen("4k3/8/8/8/8/RRR5/8/4K3", "shatranj")],
    ["many promoted pieces", () => fen("4k3/8/8/8/8/QQ6/PPPPPPPP/4K3")],
    ["a side", () => fen(`${KINGS} x`)],
    ["castling rights", () => fen(`${KINGS} w X`)],
    ["castling where there is none", () => odd(`[Variant "shatranj"][FEN "${KINGS} w K"]`)],
    ["castling without a king at home", () => odd('[FEN "4k3/8/8/8/8/8/4K3/7R w K"]')],
    ["castling without a rook", () => odd(`[FEN "${KINGS} w K"]`)],
    ["castling with two rooks", () => odd('[FEN "4k3/8/8/8/8/8/8/4K1RR w GH"]')],
    ["an en-passant square", () => fen(`${KINGS} w - x`)],
    ["en passant without double steps", () => fen(`${KINGS} w - e6`, "shatranj")],
    ["en passant on the wrong rank", () => fen(`${KINGS} w - e3`)],
    ["en passant on a piece", () => fen("4k3/8/4p3/8/8/8/8/4K3 w - e6")],
    ["en passant without a pawn", () => fen(`${KINGS} w - e6`)],
    ["en passant from an occupied square", () => fen("4k3/4n3/8/4p3/8/8/8/4K3 w - e6")],
    ["a halfmove clock", () => fen(`${KINGS} w - - x`)],
    ["a fullmove number", () => fen(`${KINGS} w - - 0 x`)],
    ["a seventh field", () => fen(`${KINGS} w - - 0 1 x`)],
    ["the wrong king in check", () => fen("4k3/8/8/8/8/8/8/K3R3 w")],
    ["three checks", () => fen("4k3/8/3N1N2/8/8/8/8/K3R3 b")],
    ["four checks of nightriders", () => fen("4k3/2N3N1/3N1N2/8/8/8/8/K7 b", "nightrider")],
    ["an illegal move", () => play("Ke7")],
    ["no move", () => play("Qh9")],
    ["an ambiguous move", () => play("Nf3", "4k3/8/8/8/8/8/8/K3N1N1 w")],
    ["a link without a game", () => readLink("pgn=")],
    ["a link with a level", () => readLink("elo=x")],
    ["a link to a game", () => readLink("game=x")],
    ["a definition", () => addOwnGame("x")],
    ["a PGN", () => pgn("1. e4 e5 2. Ke3 *")],
    ["a PGN in German", () => pgn("1. Sf3 Sf6 2. Sf9 *")],
    ["a PGN with a tag", () => odd("[Event x]\n\n1. e4 *")],
    ["a PGN with a bracket", () => odd("1. e4 [ e5 *")],
    ["a PGN with an open comment", () => odd("1. e4 { e5 *")],
    ["a PGN with a long line", () => odd(`1. e4\n${" ".repeat(2 ** 22)}x`)],
    ["a PGN with a long game", () => odd(`1. e4\n${`{${" x".repeat(2 ** 20)}}\n`.repeat(8)}`)],
    ["a PGN with kings in the centre", () => odd("1. e4 e5 2. Ke4 Kd5 *")],
    ["a PGN with a null move in check", () => pgn("1. e4 f6 2. Qh5+ -- *")],
    ["a PGN of a variant", () => pgn('[Variant "x"]\n\n1. e4 *')],
    [
      "a network",
      () => say("alfil: alfil.net cannot be loaded from http://a.b:80/: 404; piece-square tables evaluate"),
    ],
    ["threads", () => say("Threads: 2 of 4 search: no")],
    [
      "a worker",
      () =>
        say(
          "the search worker http://a.b:80/web-worker.js cannot be loaded: it is missing, or the page's CSP forbids it (worker-src)",
        ),
    ],
    ["memory", () => say("not enough memory for 16 MB of hash")],
  ];

  /** A language that says which of its messages it has used. */
  const KEYS = Object.keys(german.messages);
  const telling = KEYS.map((text, i) => [text, `<${i}>${text.match(/\{\w+\}/g)?.join("") ?? ""}`]);
  const used = new Set<string>();

  test.each(MESSAGES)("%s", (_what, cause) => {
    const message = messageOf(cause);
    useLanguage({ texts: {}, messages: Object.fromEntries(telling) }, "de");
    const found = [...translated(message).matchAll(/<(\d+)>/g)].map(([, i]) => KEYS[Number(i)]);
    expect([message, found.length > 0]).toEqual([message, true]);
    // Nothing but values is left in English.
    expect(translated(message).replaceAll(/"[^"]*"|<\d+>|https?:\S+/g, "")).not.toMatch(
      /[a-z]{2,} [a-z]{2,} [a-z]{2,}/,
    );
    for (const key of found) used.add(key);
  });

  test("are all of those that are translated", () => {
    expect(KEYS.filter((key) => !used.has(key))).toEqual([]);
  });

  test.each([
    ["de", german, 'FEN: Reihe 8 "9" hat 9 Felder, nicht 8'],
    ["da", danish, 'FEN: række 8 "9" har 9 felter, ikke 8'],
  ])("are in %s", (tag, language, text) => {
    useLanguage(language, tag);
    expect(translated('FEN: rank 8 "9" holds 9 squares, not 8')).toBe(text);
  });

  test("stay as they are if there is no translation", () => {
    useLanguage(german, "de");
    expect(translated("nobody knows")).toBe("nobody knows");
  });

  function messageOf(cause: () => unknown): string {
    try {
      cause();
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error("nothing was thrown");
  }
});

describe("what is said in words", () => {
  const start = Position.start();
  const taking = start.play("e4").play("d5");

  test.each([
    ["en", ENGLISH, "White: knight g1 to f3", "White: pawn e4 takes pawn on d5", "White is ahead by 1.5", "1,234"],
    [
      "de",
      german,
      "Weiß: Springer g1 nach f3",
      "Weiß: Bauer e4 schlägt Bauer auf d5",
      "Weiß steht besser, 1,5",
      "1.234",
    ],
    ["da", danish, "Hvid: springer g1 til f3", "Hvid: bonde e4 slår bonde på d5", "Hvid står bedst, 1,5", "1.234"],
  ])("is in %s", (tag, language, quiet, capture, score, number) => {
    useLanguage(language, tag);
    expect(spokenMove(start, start.move("Nf3"))).toBe(quiet);
    expect(spokenMove(taking, taking.move("exd5"))).toBe(capture);
    expect(spokenScore({ cp: 150 })).toBe(score);
    expect(count(1234)).toBe(number);
  });

  test("has the language's numbers", () => {
    expect([numberText(1234567), numberText(0.5, 1), count(12_345), count(1_234_567)]).toEqual([
      "1,234,567",
      "0.5",
      "12.3 k",
      "1.23 M",
    ]);
    useDictionary({}, "de");
    expect([numberText(1234567), count(12_345)]).toEqual(["1.234.567", "12,3 k"]);
  });

  test("may come from a link, with any name", () => {
    useLanguage(german, "de");
    expect(endingText({ winner: null, reason: "constructor" })).toBe("Remis: constructor");
    expect(endingText({ winner: "white", reason: "checkmate" })).toBe("Weiß gewinnt: Schachmatt");
  });
});

test.each([
  [["de-AT", "en"], "de"],
  [["fr-FR", "da", "de"], "da"],
  [["en-GB", "de"], "en"],
  [["fr", "es"], "en"],
  [["constructor"], "en"],
  [[], "en"],
])("of the browser's languages %j the page takes %s", (languages, tag) => {
  expect(preferred(languages)).toBe(tag);
});

test("style sheets hold no words", () => {
  const sheets = readdirSync("src/app/page", { encoding: "utf8", recursive: true }).filter((name) =>
    name.endsWith(".css"),
  );
  expect(sheets.length).toBeGreaterThan(3);
  for (const name of sheets)
    expect(readFileSync(`src/app/page/${name}`, "utf8")).not.toMatch(/content: "[^"]*\p{L}{2}/u);
});

test("texts of index.html are translated in parts, whatever their blanks", () => {
  useLanguage(german, "de");
  expect(translatedText("\n  Casual · 650 ")).toBe("\n  Hobby · 650 ");
  expect(
    translatedText(
      " The right mouse button draws arrows and circles: green, with Shift red, with Alt blue, with\n      Ctrl yellow. Once more erases one, a click on the board all.",
    ),
  ).toMatch(/^ Die rechte Maustaste/);
  expect(translatedText("\u00a0")).toBe("\u00a0");
  expect(t("no such text {a}", { a: 1 })).toBe("no such text 1");
});

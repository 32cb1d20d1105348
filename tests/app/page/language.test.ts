import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { Position } from "../../../src/api/position";
import { readLink } from "../../../src/app/page/games/link";
import { addOwnGame } from "../../../src/app/page/games/own-games";
import { language as danish } from "../../../src/app/page/languages/da";
import { language as german } from "../../../src/app/page/languages/de";
import type { Language } from "../../../src/app/page/languages/language";
import { preferred, reasonText, translated, translatedText, useLanguage } from "../../../src/app/page/shell/language";
import { readGames } from "../../../src/app/play/pgn";
import { fairyPieces, pieceName } from "../../../src/app/play/piece-names";
import { GameRecord } from "../../../src/app/play/record";
import { numberText, t, useDictionary } from "../../../src/app/play/text";
import { count, endingText, gameName, spokenMove, spokenScore } from "../../../src/app/play/words";
import { builtIn, VARIANT_IDS } from "../../../src/chess/variants/games";
import { messageOf, WazabaError } from "../../../src/errors";
import { type Message, message, textOf } from "../../../src/message";
import { messagesOfCode, textsOfCode, textsOfHtml } from "../../support/browser/page-texts";

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
    "check limit",
    "king exploded",
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
  // Texts of `index.html`, and messages from below.
  "src/app/page/shell/language.ts: text": [],
  "src/app/page/shell/language.ts: template": [],
};

/** Texts that are given for a message, not made by `message`, in the code that the page loads. */
const UNTRANSLATED = [
  // Names, quotations, and what the browser says.
  "src/engine/core/assets.web.ts: String(response.status)",
  "src/engine/net/net.ts: id",
  "src/errors.ts: String((error as Error | undefined)?.message ?? error)",
  "src/validate.ts: describe(choices[0])",
  // Arguments of the API, and options: those of the page are valid.
  "src/api/engine.ts: assets: {0} is not an absolute URL",
  "src/api/expect.ts: expected",
  "src/api/expect.ts: option",
  "src/api/limits.ts: elo: {0} is not a number from {1} to {2}",
  "src/api/limits.ts: {0}: {1} is not a finite number from {2}",
  "src/engine/core/load.ts: hash: {0} is not from {1} to {2} megabytes",
  "src/engine/session/options.ts: {0}: {1} is not {2}",
  "src/engine/session/session.ts: Hash: {0} MB is more than the maximum; using {1} MB",
  "src/engine/session/session.ts: no such option: {0}",
  // The page calls no constructor, has an address, and workers.
  "src/api/engine.ts: new Engine() does not start an engine; use await Engine.create()",
  "src/engine/core/assets.web.ts: {0} has no address here: pass the file itself, in the option assets",
  "src/engine/session/session.ts: endgame tables require a worker",
  "src/engine/threads/calling-thread.ts: the search failed: {0}",
  "src/engine/threads/calling-thread.ts: the search worker cannot be imported here: {0}; wazaba/inline contains it",
  "src/engine/threads/searcher.ts: the calling thread has no others",
  "src/engine/threads/thread.web.ts: there are no workers here; with worker: false the calling thread searches",
  // The page asks for no tables of such variants.
  "src/engine/endgame/supported.ts: {0}: endgame tables do not support {1}",
  // Calls in the wrong order.
  "src/engine/core/core.ts: this core plays orthodox chess alone, not {0}",
  "src/engine/session/session.ts: the session is over",
  "src/engine/worker/search-worker.ts: no core has been configured",
  // What the page has not: EPD, perft, books and other names of openings.
  "src/engine/core/core.ts: perft: {0} plies are more than {1}",
  "src/engine/session/session.ts: the book cannot be read any more: {0}",
  "src/errors.ts: EPD: line {0}: {1}",
  "src/review/names.ts: line {0}: {1}",
];

const code = textsOfCode();
const messages = messagesOfCode();
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

  test.each(LANGUAGES)("have the same keys in %s as in the others", (_name, _tag, language) => {
    expect(Object.keys(language.texts)).toEqual(Object.keys(german.texts));
    expect(Object.keys(language.messages)).toEqual(Object.keys(german.messages));
  });
});

describe("messages from below", () => {
  test.each([
    [new Error("no room"), "no room"],
    ["no room", "no room"],
    [undefined, "undefined"],
  ])("may be what others throw: %o", (error, text) => {
    expect(reasonText(error)).toBe(text);
  });

  test.each(LANGUAGES)("are in the %s dictionary, and nothing else is", (_name, _tag, language) => {
    const translations = { ...language.texts, ...language.messages };
    expect(messages.templates.size).toBeGreaterThan(100);
    expect([...messages.templates].filter((template) => !Object.hasOwn(translations, template))).toEqual([]);
    expect(Object.keys(language.messages).filter((template) => !messages.templates.has(template))).toEqual([]);
    expect(Object.keys(language.messages).filter((template) => Object.hasOwn(language.texts, template))).toEqual([]);
  });

  test("have no translation only where the page never shows them", () => {
    expect([...messages.plain].sort()).toEqual([...UNTRANSLATED].sort());
  });

  const play = (text: string, fen = "4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1") =>
    new GameRecord(Position.fromFen(fen)).play(text);
  const fen = (text: string, game = "chess") => Position.fromFen(text, game);
  const pgn = (text: string) => {
    for (const game of readGames(text)) if (game instanceof Error) throw game;
  };
  /** What is odd in a game that is read. */
  const odd = (text: string) => {
    for (const game of readGames(text)) {
      if (!(game instanceof Error)) for (const warning of game.warnings ?? []) say(warning);
    }
  };
  const say = (notice: Message) => {
    throw new WazabaError("engine", notice);
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
      () => {
        const reason = message`${"alfil.net"} cannot be loaded from ${"http://a.b:80/"}: ${404}`;
        say(message`${"alfil"}: ${reason}; piece-square tables evaluate`);
      },
    ],
    ["threads", () => say(message`Threads: ${2} of ${4} search: ${message`not enough memory for another thread`}`)],
  ];

  /** A language that marks what it has translated. */
  const marking = Object.keys(german.messages).map((text) => [text, `<>${text.match(/\{\w+\}/g)?.join("") ?? ""}`]);

  test.each(MESSAGES)("%s", (_what, cause) => {
    useLanguage({ texts: {}, messages: Object.fromEntries(marking) }, "de");
    const text = translated(thrownBy(cause));
    expect(text).toMatch(/^<>/);
    // Nothing but values is left in English.
    expect(text.replaceAll(/"[^"]*"|<>|https?:\S+/g, "")).not.toMatch(/[a-z]{2,} [a-z]{2,} [a-z]{2,}/);
  });

  test.each(MESSAGES)("%s: the same in English, and between threads", (_what, cause) => {
    useLanguage(ENGLISH, "en");
    const thrown = thrownBy(cause);
    expect(translated(thrown)).toBe(textOf(thrown));
    expect(structuredClone(thrown)).toEqual(thrown);
  });

  test.each([
    ["de", german, 'FEN: Reihe 8 "9" hat 9 Felder, nicht 8'],
    ["da", danish, 'FEN: række 8 "9" har 9 felter, ikke 8'],
  ])("are in %s", (tag, language, text) => {
    useLanguage(language, tag);
    expect(translated(thrownBy(() => fen("9/8/8/8/8/8/8/8")))).toBe(text);
  });

  test("stay as they are if there is no translation", () => {
    useLanguage(german, "de");
    expect(translated("nobody knows")).toBe("nobody knows");
  });

  function thrownBy(cause: () => unknown): Message {
    try {
      cause();
    } catch (error) {
      return messageOf(error);
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

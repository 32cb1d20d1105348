/** Entry point of the page: the game, its panels and its keys. */

import { MAX_MEN } from "../../../assembly/endgame/values";
import type { NoticeListener } from "../../api/engine";
import { type Colour, Position } from "../../api/position";
import type { CoreName } from "../../engine/core/core";
import { timeText } from "../play/clock";
import { Match, type MatchTerms } from "../play/match";
import { GameRecord } from "../play/record";
import { standingAt } from "../play/standing";
import { languageTag, plural } from "../play/text";
import { Thinker } from "../play/thinker";
import { colourText, endingText, gameName, handText, moveNumber, spokenMove } from "../play/words";
import { Analysis } from "./analysis/analysis";
import type { EndgamePanel } from "./analysis/endgame-panel";
import { MatePanel } from "./analysis/mate-panel";
import { ThreadChoice } from "./analysis/threads";
import { Board, type Hand } from "./board/board";
import { askForMove, askForPromotion } from "./board/chooser";
import { Hands } from "./board/hands";
import { setUpLook } from "./board/look";
import { showMaterial } from "./board/material";
import { Premove } from "./board/premove";
import { setUpDrop } from "./games/drop";
import { GameHistory } from "./games/game-history";
import { KeptGames } from "./games/kept-games";
import { type Link, readLink, timeLeftText, writeAddress, writeLink } from "./games/link";
import { MovesPanel } from "./games/moves-panel";
import { Players } from "./games/players";
import { DEFAULT_TERMS, SetupPanel } from "./games/setup";
import { Graph } from "./review/graph";
import type { Study } from "./review/study";
import { find } from "./shell/dom";
import { Hearing } from "./shell/hearing";
import { setUpKeys } from "./shell/keys";
import { languageChosen, reasonText, setUpLanguage, t, translated } from "./shell/language";
import { readTab, type TabName, Tabs } from "./shell/tabs";
import { setUpTheme, switchTheme } from "./shell/theme";
import { Toast } from "./shell/toast";
import { setUpWheel } from "./shell/wheel";

/** Delays from the moment that the engine is there, milliseconds: what its first move needs comes first. */
const STUDY_DELAY = 300;
const OFFLINE_DELAY = 1500;

setUpTheme();
setUpLook();
const translation = setUpLanguage();
const speech = find("speech", HTMLElement);
const notice = find("notice", HTMLElement);
const fault = find("fault", HTMLElement);

const kept = new KeptGames(() => localStorage);
const saved = GameHistory.saved(kept);
const opened = contentsOf(saved ?? location.hash);
const said = opened instanceof Error ? null : opened;
const record = new GameRecord(Position.start(said?.game.root.position.variant));

// The engine, and what this browser or host cannot give it.
const threads = new ThreadChoice();
const limits = new Set<string>();
let isKeptOffline = false;
const notify: NoticeListener = (limit, topic) => {
  // That of the core is below, in plainer words.
  if (topic !== "core") translation.then(() => reportLimit(`${translated(limit)}.`));
};
const thinker = new Thinker(() => threads.count, {}, notify);
thinker.ready.listen(async (core) => {
  await translation;
  keepOffline(core);
  loadStudyLater();
  if (core === "ts") {
    reportLimit(t("WebAssembly cannot be used here: the same search runs in TypeScript, some ten times slower."));
    threads.leaveOut();
  }
  if (typeof SharedArrayBuffer === "undefined")
    reportLimit(
      t("This host sends no COOP and COEP headers: one thread searches, and if it is stopped it forgets its table."),
    );
  document.body.dataset.core = core;
});
thinker.failed.listen(async (why) => {
  await translation;
  keepOffline("wasm");
  loadStudyLater();
  complain(t("The engine has failed: {reason}", { reason: translated(why) }));
});

thinker.warmUp(record.variant);
// Before anything is drawn the worker is on its way; a dictionary, if there is one, comes beside it.
await new Promise((resolve) => setTimeout(resolve));
await translation;
if (opened instanceof Error) complainOfLink(opened);

const match = new Match(record, thinker, termsOf(said));
for (const signal of [thinker.changed, match.waited])
  signal.listen(() => {
    const isThinking = thinker.isBusy || match.isWaiting;
    document.body.classList.toggle("thinking", isThinking);
    find("hurry", HTMLButtonElement).disabled = !isThinking || !match.isOn;
  });
const tabs = new Tabs();
let sharedTab: TabName = "play";
/** Null until it is loaded. */
let study: Study | null = null;
let comingStudy: Promise<Study> | null = null;
/** Null until the first position with few pieces. */
let endgame: EndgamePanel | null = null;
const premove = new Premove(record, match, {
  mark: (squares) => board.markAhead(squares),
  say,
  choosePromotion: (to, side) => askForPromotion(to, side, record.variant, board),
});
const board: Board = new Board(
  find("board", HTMLElement),
  find("cm-chessboard-sprite", HTMLElement),
  record.current.position,
  {
    onMove: (move) => {
      // An answer in a lesson or to a puzzle is not a move of the game.
      if (!study?.take(move)) record.play(move.uci);
    },
    choose: (moves) => askForMove(moves, record.variant, board),
    say,
    aheadFrom: (square) => premove.from(square),
    onPremove: (from, to) => premove.enter(from, to),
  },
);
const hands = new Hands(board);
premove.listenTo(find("board", HTMLElement), () => board.isHeld);
const players = new Players(record, match);
const toast = new Toast();
const setup = new SetupPanel(record, match, premove, toast);
const analysis = new Analysis(record, thinker, threads, say);
const mates = new MatePanel(record, thinker, {
  say,
  showLine: (position, move) => {
    board.point([]);
    board.show(position, move, null, position.ending);
  },
  showGame: showBoard,
});
new MovesPanel(record);
new Graph(record);
const games = new GameHistory(record, kept, {
  write: () => {
    const { clock } = match;
    const left = clock === null ? null : timeLeftText((side) => clock.left(side));
    const own = { tab: tabs.current, left, held: match.isHeld ? "1" : null };
    const { address } = writeAddress(record, othersOf({ tab: sharedTab }));
    return { text: writeLink(record, othersOf(own)), address };
  },
  label: () => labelOf(record),
  open: (text, isOwn) => {
    const link = contentsOf(text);
    if (link instanceof Error) complainOfLink(link);
    else follow(link, isOwn);
  },
  onKept: (undo) => toast.show(t("The game is kept."), undo),
  onReturn: () => toast.hide(),
});
setUpDrop((content) => {
  loadStudy()
    .then(({ share }) => (typeof content === "string" ? share.open(content) : share.openFile(content)))
    .catch((error) => complain(reasonText(error)));
});

const hearing = new Hearing(record, match);

// Changes of the record are shown.
record.changed.listen((change) => {
  if (tabs.current === "share") board.point([]);
  showBoard();
  showEndgame();
  if (change === "move" || change === "place") sayMove();
  games.writeSoon();
});
record.annotated.listen(() => games.writeSoon());
// What is written only while the page goes may come too late for the one that follows at once.
languageChosen.listen(() => games.write());
record.evaluated.listen(() => {
  if (record.ending !== null) showBoard();
  if (record.isDecided) games.writeSoon();
});
tabs.changed.listen((name) => {
  // Who shares a game shows what was to be seen before.
  if (name !== "share") sharedTab = name;
  else loadStudy().catch((error) => complain(reasonText(error)));
  // The analysis leaves the engine before the match may want it.
  analysis.isOn = name === "analyse";
  match.isOn = name === "play";
  if (!match.isOn) premove.cancel();
  document.body.classList.toggle("analysing", name === "analyse");
  // An image of the position shows the arrows that were to be seen.
  if (name !== "analyse" && name !== "share") board.point([]);
  if (name !== "analyse") mates.leave();
  setup.show();
  players.show();
  showBoard();
  showEndgame();
  games.writeSoon();
});
analysis.found.listen((lines) => {
  const { position } = record.current;
  const wanted = find("arrows", HTMLInputElement).checked && !mates.isPlaying ? lines : [];
  board.point(wanted.map(({ pv }) => position.move(pv[0])));
});
analysis.mateSearched.listen(({ info, position }) => mates.show(info, position));
mates.finished.listen(() => analysis.resume());
find("analyse-game", HTMLButtonElement).addEventListener("click", () => {
  loadStudy()
    .then(({ review }) => review.toggle())
    .catch((error) => complain(reasonText(error)));
});
// A game that is over is reviewed where lines are shown.
find("review-now", HTMLButtonElement).addEventListener("click", () => {
  tabs.show("analyse");
  find("analyse-game", HTMLButtonElement).click();
});
setUpWheel(find("board", HTMLElement), (plies) => record.go(record.ply + plies));
for (const id of ["you", "level", "black-level", "style", "time", "odds"]) {
  find(id, HTMLSelectElement).addEventListener("change", () => {
    setup.show();
    turnToYou();
    players.show();
    showBoard();
    games.writeSoon();
  });
}

setUpKeys({
  ArrowLeft: () => record.go(record.ply - 1),
  ArrowRight: () => record.go(record.ply + 1),
  Home: () => record.go(0),
  End: () => record.go(record.entries.length - 1),
  f: flip,
  n: () => setup.begin(),
  u: () => match.takeBack(),
  p: () => tabs.show("play"),
  a: () => tabs.show("analyse"),
  s: () => tabs.show("speed"),
  x: () => tabs.show("share"),
  t: switchTheme,
  e: sayEvaluation,
  l: () => say(analysis.spoken || t("no lines yet")),
  h: () => {
    if (tabs.current === "analyse") find("threat", HTMLInputElement).click();
    else if (tabs.current === "play") find("hint", HTMLButtonElement).click();
  },
  m: () => find("move", HTMLInputElement).focus(),
  Escape: () => premove.cancel(),
});
for (const id of ["edit", "edit-again"]) find(id, HTMLButtonElement).addEventListener("click", edit);
find("settings-open", HTMLButtonElement).addEventListener("click", async () => {
  try {
    const { openSettings } = await import("./settings");
    openSettings(hearing, () => {
      board.redrawPieces();
      setup.redraw();
      showMaterial(record);
    });
  } catch (error) {
    complain(reasonText(error));
  }
});
find("hint", HTMLButtonElement).addEventListener("click", giveHint);
find("flip", HTMLButtonElement).addEventListener("click", flip);
turnToYou();
if (said !== null) {
  follow(said, saved !== null);
  games.write();
} else match.isOn = true;
showBoard();
players.show();
setup.show();
for (const element of document.querySelectorAll("[inert]")) element.removeAttribute("inert");
document.body.dataset.ready = "";

/** @param isOwn whether it is a game of this visit, not one that somebody has sent */
function follow(link: Link, isOwn: boolean): void {
  match.isOn = false;
  match.agree(termsOf(link));
  tabs.show(readTab(link.tab) ?? "play");
  match.isOn = false;
  record.loadGame(link.game);
  if (link.node === null) record.go(link.ply);
  else record.goTo([...link.game.root.walk()][link.node] ?? record.end);
  if (link.left !== null) match.clock?.set(link.left);
  if (link.isHeld || (!isOwn && link.isBegun)) match.hold();
  match.isOn = tabs.current === "play";
  setup.show();
  turnBoard(link.isFlipped || match.terms.you === "black");
}

/** A game as people tell it from others: names, game, length, when it was kept. */
function labelOf({ tags, variant, end }: GameRecord): string {
  const [white, black] = ["White", "Black"].map((name) => tags?.get(name) ?? "?");
  const names = white === "?" && black === "?" ? [] : [`${white} – ${black}`];
  const moves = plural(Math.ceil(end.position.plies / 2), "1 move", "{count} moves");
  return [...names, gameName(variant.id), moves, new Date().toLocaleString(languageTag())].join(", ");
}

function termsOf(link: Link | null): MatchTerms {
  const { you, elo, blackElo, style, time, odds } = link ?? {};
  return {
    you: you ?? DEFAULT_TERMS.you,
    elo: elo === undefined ? DEFAULT_TERMS.elo : elo,
    blackElo,
    style,
    time: time ?? DEFAULT_TERMS.time,
    odds,
  };
}

/** The contents of a link; why it is invalid, if it is. */
function contentsOf(hash: string): Link | Error {
  try {
    return readLink(hash);
  } catch (error) {
    return error as Error;
  }
}

function complainOfLink(error: Error): void {
  complain(t("This link leads nowhere. {reason}", { reason: reasonText(error) }));
}

/** What a link says besides the game. */
function othersOf({
  tab,
  ...others
}: {
  readonly tab: TabName;
  readonly [other: string]: string | null;
}): Record<string, string | null> {
  const { you, elo, blackElo, style, time, odds } = match.terms;
  return {
    tab: tab === "play" ? null : tab,
    you: you === DEFAULT_TERMS.you ? null : you,
    elo: elo === DEFAULT_TERMS.elo ? null : (elo?.toString() ?? "full"),
    black: blackElo === undefined ? null : (blackElo?.toString() ?? "full"),
    style: style ?? null,
    time: timeText(time) === timeText(DEFAULT_TERMS.time) ? null : timeText(time),
    odds: odds?.toString() ?? null,
    flip: board.isFlipped && you !== "black" ? "1" : null,
    ...others,
  };
}

/** Loads the part of the page that studying a game needs; rejected if it is not available now. */
function loadStudy(): Promise<Study> {
  comingStudy ??= import("./review/study")
    .then(({ Study }) => {
      const field = find("board", HTMLElement);
      study = new Study({
        record,
        match,
        thinker,
        analysis,
        tabs,
        board,
        field,
        toast,
        say,
        kept,
        games,
        showBoard,
        turnBoard,
        link: () => {
          games.write();
          const { missing } = writeAddress(record, othersOf({ tab: sharedTab }));
          return { address: location.href, missing };
        },
        follow: (hash) => {
          const link = contentsOf(hash);
          if (link instanceof Error) complainOfLink(link);
          else follow(link, false);
        },
      });
      return study;
    })
    .catch((error) => {
      comingStudy = null;
      throw error;
    });
  return comingStudy;
}

/** Shows what endgame tables say about the position on the board, once that has few enough pieces. */
async function showEndgame(): Promise<void> {
  const { position, ending } = record.current;
  const isWanted = tabs.current === "analyse" && ending === null && position.pieces.size <= MAX_MEN;
  if (!isWanted) return endgame?.hide();
  try {
    const { EndgamePanel } = await import("./analysis/endgame-panel");
    endgame ??= new EndgamePanel(record, thinker);
    if (record.current.position === position && tabs.current === "analyse") endgame.show(position);
  } catch {
    // Without a connection it is not available now.
  }
}

/** What studying needs does not delay the engine's first move. */
function loadStudyLater(): void {
  setTimeout(() => loadStudy().catch(() => {}), STUDY_DELAY);
}

function showBoard(): void {
  const shown = study?.shown ?? null;
  const { position, move } = shown ?? record.current;
  const ending = shown === null && record.isAtEnd ? record.ending : null;
  board.show(position, move, shown === null ? handAt(position) : shown.hand, ending);
  find("position", HTMLElement).textContent = positionInWords(position);
  showMaterial(record);
  hands.show(position);
}

/**
 * Who may move: in a match the human sides, but not in earlier positions, and Wazaba's opponent ahead of his turn; otherwise
 * both.
 */
function handAt(position: Position): Hand {
  if (!match.isOn) return record.current.ending === null ? position.turn : null;
  const isMine = record.current === record.end && record.gameEnding === null && !match.isEngines(position.turn);
  return isMine ? position.turn : premove.side;
}

/** Sets up another position; the game rests meanwhile. */
async function edit(): Promise<void> {
  match.isOn = false;
  try {
    const { askForPosition } = await import("./board/editor");
    const edited = await askForPosition(record.current.position, board.isFlipped);
    if (edited === null) return;
    record.load(edited.position);
    tabs.show(edited.tab);
  } catch (error) {
    complain(reasonText(error));
  } finally {
    match.isOn = tabs.current === "play";
    showBoard();
  }
}

/** Says a little more of the best move. */
async function giveHint(): Promise<void> {
  try {
    await (await loadStudy()).hints.ask();
  } catch (error) {
    complain(reasonText(error));
  }
}

function flip(): void {
  turnBoard(!board.isFlipped);
  games.writeSoon();
}

function turnToYou(): void {
  turnBoard(match.terms.you === "black");
}

function turnBoard(isFlipped: boolean): void {
  board.flip(isFlipped);
  players.isFlipped = isFlipped;
  showMaterial(record);
}

function say(text: string): void {
  speech.textContent = text;
}

function sayMove(): void {
  const { move } = record.current;
  const before = record.current.parent;
  const text = move === null || before === null ? t("first position") : spokenMove(before.position, move);
  say(record.isAtEnd && record.ending !== null ? `${text}. ${endingText(record.ending)}` : text);
}

function sayEvaluation(): void {
  say(standingAt(record, record.ply)?.spoken ?? t("not evaluated yet"));
}

/** Shows for good, once, what is less here than elsewhere. */
function reportLimit(text: string): void {
  limits.add(text);
  notice.textContent = [...limits].join(" ");
  notice.hidden = false;
}

/** Once; without a word where a browser has no service worker. */
async function keepOffline(core: CoreName): Promise<void> {
  if (isKeptOffline) return;
  isKeptOffline = true;
  await new Promise((resolve) => setTimeout(resolve, OFFLINE_DELAY));
  try {
    const { setUpOffline } = await import("./offline/offline");
    await setUpOffline(record, core);
  } catch {
    // Private windows may forbid it; the page needs its host then.
  }
}

function complain(text: string): void {
  fault.textContent = text;
  fault.hidden = text === "";
}

/** The position in words, for screen readers. */
function positionInWords(position: Position): string {
  const sides: Record<Colour, string[]> = { white: [], black: [] };
  for (const [square, piece] of position.pieces)
    sides[piece === piece.toLowerCase() ? "black" : "white"].push(piece.toUpperCase() + square);
  const pieces = (["white", "black"] as const).map((side) => {
    const hand = handText(position, side).toUpperCase();
    const inHand = hand === "" ? "" : `; ${t("in hand: {pieces}", { pieces: hand })}`;
    return `${colourText(side)}: ${sides[side].sort().join(", ")}${inHand}.`;
  });
  const values = { number: moveNumber(position), side: colourText(position.turn) };
  return `${t("Move {number} {side} to move.", values)} ${pieces.join(" ")}`;
}

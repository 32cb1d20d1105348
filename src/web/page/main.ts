/** Entry point of the page: the game, its panels and its keys. */

import { Position } from "../../api/position";
import { Analysis } from "./analysis";
import { Board, type Hand } from "./board";
import { chooseMove } from "./chooser";
import { find, reason } from "./dom";
import { Graph } from "./graph";
import { setUpKeys } from "./keys";
import { type Link, readLink, writeLink } from "./link";
import { Match, type Terms } from "./match";
import { MatePanel } from "./mate-panel";
import { MovesPanel } from "./moves-panel";
import { Players } from "./players";
import { GameRecord } from "./record";
import { SetupPanel, timeText, USUAL } from "./setup";
import { SharePanel } from "./share";
import { Race } from "./speed";
import { readTab, Tabs } from "./tabs";
import { setUpTheme, switchTheme } from "./theme";
import { Thinker } from "./thinker";
import { endingText, moveNumber, spokenMove, spokenScore } from "./words";

/** The address follows the game so soon, milliseconds: browsers refuse when it changes too often. */
const SETTLED = 400;

setUpTheme();
const speech = find("speech", HTMLElement);
const notice = find("notice", HTMLElement);
const fault = find("fault", HTMLElement);
let pending: ReturnType<typeof setTimeout> | undefined;

const said = openLink();
const record = new GameRecord(said?.position ?? Position.start());

// The engine, and what this browser or host does not allow.
const thinker = new Thinker();
thinker.ready.listen((core) => {
  const limits: string[] = [];
  if (core === "ts")
    limits.push("WebAssembly cannot be used here: the same search runs in TypeScript, some ten times slower.");
  if (typeof SharedArrayBuffer === "undefined") {
    limits.push("This host sends no COOP and COEP headers: a search that is stopped forgets its table.");
  }
  notice.textContent = limits.join(" ");
  notice.hidden = limits.length === 0;
  document.body.dataset.core = core;
});
thinker.failed.listen((why) => complain(`The engine has failed: ${why}`));
thinker.changed.listen(() => document.body.classList.toggle("thinking", thinker.isBusy));

thinker.warmUp(record.variant);

const match = new Match(record, thinker, termsOf(said));
const tabs = new Tabs();
const board = new Board(
  find("board", HTMLElement),
  find("cm-chessboard-sprite", HTMLElement),
  record.present.position,
  {
    onMove: (move) => record.play(move.uci),
    choose: (moves) => chooseMove(moves, record.variant),
    say,
  },
);
const players = new Players(record, match);
const setup = new SetupPanel(record, match);
const analysis = new Analysis(record, thinker, say);
const mates = new MatePanel(record, thinker, say);
const race = new Race(record, () => thinker.stop());
new MovesPanel(record);
new Graph(record);
new SharePanel(record, match, say, () => {
  writeAddress();
  return location.href;
});

// Whatever has changed is shown.
record.changed.listen((change) => {
  showBoard();
  if (change === "move" || change === "place") sayMove();
  writeSoon();
});
record.judged.listen(() => {
  if (record.ending !== null) showBoard();
});
tabs.changed.listen((name) => {
  match.isOn = name === "play";
  analysis.isOn = name === "analyse";
  if (name !== "speed") race.stop();
  document.body.classList.toggle("analysing", name === "analyse");
  if (name !== "analyse") board.point([]);
  showBoard();
  writeSoon();
});
analysis.found.listen((lines) => {
  const { position } = record.present;
  const wanted = find("arrows", HTMLInputElement).checked ? lines : [];
  board.point(wanted.map(({ pv }) => position.move(pv[0])));
});
analysis.mateSearched.listen(({ info, position }) => mates.show(info, position));
for (const id of ["you", "level", "time"]) {
  find(id, HTMLSelectElement).addEventListener("change", () => {
    turnToYou();
    players.show();
    showBoard();
    writeSoon();
  });
}

setUpKeys({
  ArrowLeft: () => record.go(record.ply - 1),
  ArrowRight: () => record.go(record.ply + 1),
  Home: () => record.go(0),
  End: () => record.go(record.entries.length - 1),
  f: flip,
  n: () => setup.begin(),
  u: () => setup.takeBack(),
  p: () => tabs.show("play"),
  a: () => tabs.show("analyse"),
  s: () => tabs.show("speed"),
  x: () => tabs.show("share"),
  t: switchTheme,
  e: sayJudgement,
  m: () => find("move", HTMLInputElement).focus(),
});
find("flip", HTMLButtonElement).addEventListener("click", flip);
addEventListener("hashchange", () => {
  const link = openLink();
  if (link !== null) follow(link);
});

turnToYou();
if (said !== null) follow(said);
else match.isOn = true;
showBoard();
players.show();
document.body.dataset.ready = "";

function follow(link: Link): void {
  match.agree(termsOf(link));
  tabs.show(readTab(link.tab) ?? tabs.present);
  record.load(link.position, link.ply);
  match.isOn = tabs.present === "play";
  turnBoard(link.isFlipped || match.terms.you === "black");
}

function termsOf(link: Link | null): Terms {
  const { you, elo, time } = link ?? {};
  return { you: you ?? USUAL.you, elo: elo === undefined ? USUAL.elo : elo, time: time ?? USUAL.time };
}

/** What the address says; null if it says nothing, or nothing that makes sense, which is told. */
function openLink(): Link | null {
  if (location.hash.length < 2) return null;
  try {
    return readLink(location.hash);
  } catch (error) {
    complain(`This link leads nowhere. ${reason(error)}`);
    return null;
  }
}

function writeSoon(): void {
  clearTimeout(pending);
  pending = setTimeout(writeAddress, SETTLED);
}

function writeAddress(): void {
  clearTimeout(pending);
  const { you, elo, time } = match.terms;
  const others = {
    tab: tabs.present === "play" ? null : tabs.present,
    you: you === USUAL.you ? null : you,
    elo: elo === USUAL.elo ? null : (elo?.toString() ?? "full"),
    time: timeText(time) === timeText(USUAL.time) ? null : timeText(time),
    flip: board.isFlipped && you !== "black" ? "1" : null,
  };
  const hash = writeLink(record, others);
  history.replaceState(null, "", hash === "" ? location.pathname + location.search : `#${hash}`);
}

function showBoard(): void {
  const { position, move } = record.present;
  board.show(position, move, handAt(position));
  find("position", HTMLElement).textContent = positionInWords(position);
}

/** Who may move: in a game whoever is no engine, and nobody in its past; elsewhere both. */
function handAt(position: Position): Hand {
  if (!match.isOn) return position.ending === null ? position.turn : null;
  const isMine = record.isAtEnd && record.ending === null && !match.isEngines(position.turn);
  return isMine ? position.turn : null;
}

function flip(): void {
  turnBoard(!board.isFlipped);
  writeSoon();
}

function turnToYou(): void {
  turnBoard(match.terms.you === "black");
}

function turnBoard(isFlipped: boolean): void {
  board.flip(isFlipped);
  players.isFlipped = isFlipped;
}

function say(text: string): void {
  speech.textContent = text;
}

function sayMove(): void {
  const { move } = record.present;
  const before = record.entries[record.ply - 1];
  const text = move === null ? "first position" : spokenMove(before.position, move);
  say(record.isAtEnd && record.ending !== null ? `${text}. ${endingText(record.ending)}` : text);
}

function sayJudgement(): void {
  const { judgement } = record.present;
  say(judgement === null ? "not judged yet" : `${spokenScore(judgement.score)}, depth ${judgement.depth}`);
}

function complain(text: string): void {
  fault.textContent = text;
  fault.hidden = text === "";
}

/** For those who cannot see the board. */
function positionInWords(position: Position): string {
  const sides: Record<"White" | "Black", string[]> = { White: [], Black: [] };
  for (const [square, piece] of position.pieces)
    sides[piece === piece.toLowerCase() ? "Black" : "White"].push(piece.toUpperCase() + square);
  const pieces = Object.entries(sides).map(([side, list]) => `${side}: ${list.sort().join(", ")}.`);
  return `Move ${moveNumber(position)} ${position.turn === "white" ? "White" : "Black"} to move. ${pieces.join(" ")}`;
}

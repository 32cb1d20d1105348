/**
 * `<wazaba-analysis>`, a custom element: a position or a game on a page, analysed by an engine. One script tag with `type="module"`
 * defines it, from any host.
 *
 *     <script type="module" src="wazaba/element.js"></script>
 *     <wazaba-analysis game="1. e4 e5 (1... c5 2. Nf3) 2. Nf3"></wazaba-analysis>
 *     <wazaba-analysis fen="r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4"></wazaba-analysis>
 *
 * Where there is no DOM, as on a server, the import does nothing. In a DOM without layout and workers
 * (jsdom) the element shows its position, and a message that it cannot analyse.
 */

import { Engine } from "../../api/engine";
import type { GameNode, GameTree } from "../../api/game-tree";
import { readPgn } from "../../api/pgn";
import { playMoves } from "../../api/play-moves";
import { Position } from "../../api/position";
import type { DepthInfo, Search, Variation } from "../../api/search";
import type { Score } from "../../chess/notation/score";
import { MAX_THREADS } from "../../engine/worker/team-memory";
import { messageOf, PgnError } from "../../errors";
import { textOf } from "../../message";
import { ArrowLayer } from "../page/board/arrows";
import { shapesOf } from "../page/board/shapes";
import { button, make } from "../page/shell/dom";
import { MATE_SEARCH_TIME } from "../play/analysis-time";
import { count, evaluationOf, handText, moveNumber, scoreText } from "../play/words";
import { showBoard } from "./board";
import { fillMoves } from "./moves";
import { ELEMENT_STYLE } from "./style";

/** The default duration of an analysis, milliseconds. */
const DEFAULT_TIME = 10_000;
/** The most moves shown of a PV. */
const SHOWN_MOVES = 12;
/** The attributes that make up the position. */
const POSITION_ATTRIBUTES = ["fen", "variant", "moves", "game"];

/** The attributes of `<wazaba-analysis>`, as frameworks write them. */
export interface WazabaAnalysisAttributes {
  /** The position in Forsyth–Edwards Notation. @default the start position of the game */
  fen?: string;
  /** The id of the game. @default "chess" */
  variant?: string;
  /** Moves from that position, in UCI notation or as in PGN: `1. e4 e5 2. Nf3`. @default none */
  moves?: string;
  /** A game as PGN, with variations and comments, to be replayed; instead of `fen` and `moves`. @default none */
  game?: string;
  /** The side at the bottom. @default "white" */
  orientation?: "white" | "black";
  /** The number of PVs (MultiPV), 1 to 5. @default 1 */
  lines?: number | string;
  /** Duration of an analysis, milliseconds. @default 10000 */
  movetime?: number | string;
  /** How many threads search, 1 to 64; one on pages without COOP and COEP headers. @default 1 */
  threads?: number | string;
  /** Analyses each position as soon as it is visible. @default waits for the button */
  auto?: boolean | "";
}

declare global {
  interface HTMLElementTagNameMap {
    "wazaba-analysis": WazabaAnalysis;
  }
  interface HTMLElementEventMap {
    /** `<wazaba-analysis>` has completed an iteration. */
    "wazaba-info": CustomEvent<DepthInfo>;
  }
}

/** Servers have no HTMLElement, but their bundles may import this file. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? class {};

/**
 * The element. Its attributes are `WazabaAnalysisAttributes`; each may change at any time: with `auto` the new position is
 * analysed at once, otherwise by the button. It fires `wazaba-info` with each `DepthInfo` as detail. Its engine lives as long
 * as the element is in the document.
 *
 * @example
 * document.querySelector("wazaba-analysis")?.addEventListener("wazaba-info", ({ detail }) => console.log(detail.san));
 */
export class WazabaAnalysis extends Base {
  /** Called by the browser. */
  static readonly observedAttributes: readonly string[] = [
    ...POSITION_ATTRIBUTES,
    "orientation",
    "lines",
    "movetime",
    "threads",
    "auto",
  ];

  readonly #board = make("div", { class: "board", role: "img" });
  /** Holds the board and the arrows over it. */
  readonly #frame = make("div", { class: "frame" }, this.#board);
  readonly #arrows = new ArrowLayer(this.#frame);
  readonly #level = make("div");
  readonly #score = make("span");
  readonly #bar = make("div", { class: "bar", "aria-hidden": "true" }, this.#level, this.#score);
  readonly #moves = make("div", { class: "moves", role: "group", "aria-label": "moves" });
  /** What both sides have in hand, in games with drops. */
  readonly #hands = make("p", { class: "message" });
  readonly #lines = make("ol", { "aria-label": "lines" });
  readonly #cost = make("span", { class: "cost" });
  readonly #message = make("p", { class: "message", role: "status" });
  readonly #analyse = button("Analyse", { class: "analyse" }, () =>
    this.#search === null ? this.start() : this.stop(),
  );
  readonly #first = button("⏮\ufe0e", { "aria-label": "first position" }, () => this.#go(0));
  readonly #back = button("◀\ufe0e", { "aria-label": "a move back" }, () => this.#go(this.#at - 1));
  readonly #forward = button("▶\ufe0e", { "aria-label": "a move on" }, () => this.#go(this.#at + 1));
  readonly #last = button("⏭\ufe0e", { "aria-label": "last position" }, () => this.#go(this.#shown.length - 1));
  readonly #flip = button("⇅", { "aria-label": "flip the board" }, () => {
    this.setAttribute("orientation", this.#isFlipped ? "white" : "black");
  });
  /** Tells when the element is visible; never in jsdom. */
  readonly #watch =
    globalThis.IntersectionObserver &&
    new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      this.#watch.disconnect();
      this.start();
    });
  #position = Position.start();
  /** Whether attributes have changed since they were last read. */
  #isStale = true;
  #engine: Promise<Engine> | null = null;
  /** The engine's number of threads. */
  #threads = 1;
  #search: Search | null = null;
  /** The positions that lead to the analysed one, which is the last. */
  #played: readonly Position[] = [this.#position];
  /** The place in a game; null without one. */
  #node: GameNode | null = null;
  #buttons: ReadonlyMap<GameNode, HTMLElement> = new Map();
  /** The line that `#played` belongs to: in a game it goes on. */
  #line: readonly Position[] = this.#played;
  /** The positions on the board: those of `#line`, or of `#played` and a PV. */
  #shown: readonly Position[] = this.#played;
  #at = 0;
  /** White's expected score in the analysed position, 0 to 1, and the evaluation; null for none. */
  #expected = 0.5;
  #evaluation: Score | null = null;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    // No style element: a CSP might forbid it. Jsdom has no constructable style sheets.
    if (root.adoptedStyleSheets !== undefined) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(ELEMENT_STYLE);
      root.adoptedStyleSheets = [sheet];
    }
    const steps = make("div", { class: "steps" }, this.#first, this.#back, this.#forward, this.#last, this.#flip);
    const tools = make("div", { class: "tools" }, steps, this.#analyse, this.#cost);
    root.append(
      make("div", { class: "field" }, this.#bar, this.#frame),
      this.#hands,
      tools,
      this.#lines,
      this.#moves,
      this.#message,
    );
    // Wherever in the element the focus is.
    this.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.#go(this.#at + by);
    });
  }

  /** Called by the browser. */
  connectedCallback(): void {
    this.#isStale = true;
    this.#read();
  }

  /** Called by the browser. */
  disconnectedCallback(): void {
    this.#watch?.disconnect();
    this.stop();
    // Frameworks remove an element and insert it elsewhere at once; it keeps its engine.
    queueMicrotask(() => {
      if (!this.isConnected) this.#dispose();
    });
  }

  /** Called by the browser. */
  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (!this.isConnected || before === after) return;
    if (name === "orientation") this.#show(this.#shown, this.#at);
    else if (POSITION_ATTRIBUTES.includes(name)) {
      if (this.#isStale) return;
      this.#isStale = true;
      // Frameworks set one attribute after the other; all together make up the position.
      queueMicrotask(() => this.#read());
    } else if (name === "auto") this.#watchIfAuto();
    else if (this.#search !== null && !this.#isStale) this.start();
  }

  /** The game to replay, as PGN: the attribute `game`. */
  get game(): string {
    return this.getAttribute("game") ?? "";
  }

  set game(pgn: string) {
    this.setAttribute("game", pgn);
  }

  get #isFlipped(): boolean {
    return this.getAttribute("orientation") === "black";
  }

  /** The analysed position. */
  get position(): Position {
    this.#read();
    return this.#position;
  }

  /** Starts the analysis, or restarts it. */
  async start(): Promise<void> {
    this.#read();
    const position = this.#position;
    if (position.isOver || !this.isConnected) return;
    this.#say("");
    this.#showPlayed();
    this.#engine ??= Engine.create();
    const creating = this.#engine;
    try {
      const engine = await creating;
      await this.#useThreads(engine);
      if (creating !== this.#engine || position !== this.#position || !this.isConnected) return;
      engine.position(position);
      const search = engine.go({
        movetime: this.#number("movetime", DEFAULT_TIME),
        multiPv: this.#number("lines", 1),
        mateSearchTime: MATE_SEARCH_TIME,
      });
      this.#search = search;
      this.#analyse.textContent = "Stop";
      for await (const info of search) {
        if (this.#search !== search) return;
        if (info.type === "depth") this.#report(info);
      }
      if (this.#search === search) this.stop();
    } catch (error) {
      // No message of an engine that was disposed of.
      if (creating !== this.#engine) return;
      this.#dispose();
      this.#say(textOf(messageOf(error)), true);
    }
  }

  /** Ends the analysis; its result stays. */
  stop(): void {
    this.#search?.stop();
    this.#search = null;
    this.#analyse.textContent = "Analyse";
  }

  async #useThreads(engine: Engine): Promise<void> {
    const threads = Math.min(this.#number("threads", 1), MAX_THREADS);
    if (threads === this.#threads) return;
    this.#threads = threads;
    await engine.setOption("Threads", threads);
  }

  #dispose(): void {
    this.stop();
    this.#threads = 1;
    this.#engine?.then((engine) => engine.dispose()).catch(() => {});
    this.#engine = null;
  }

  /** Reads the attributes if they have changed, and shows the position. */
  #read(): void {
    if (!this.#isStale || !this.isConnected) return;
    this.#isStale = false;
    this.stop();
    this.#watch?.disconnect();
    try {
      const pgn = this.getAttribute("game");
      const variant = this.getAttribute("variant") ?? "chess";
      if (pgn !== null) {
        this.#open(gameOf(pgn));
        return;
      }
      this.#node = null;
      this.#moves.replaceChildren();
      const fen = this.getAttribute("fen");
      const start = fen === null ? Position.start(variant) : Position.fromFen(fen, variant);
      const position = playMoves(start, this.getAttribute("moves") ?? "");
      const played = [position];
      while (played[0].plies > start.plies) played.unshift(played[0].back());
      this.#set(played, played);
      this.#watchIfAuto();
    } catch (error) {
      // The board is unchanged.
      this.#say(textOf(messageOf(error)), true);
    }
    this.#showPlayed();
  }

  /** Shows a game at its first position. */
  #open({ root }: GameTree): void {
    this.#buttons = fillMoves(this.#moves, root, (node) => this.#goTo(node));
    this.#goTo(root);
    this.#watchIfAuto();
  }

  /** Goes to a position of the game, and takes the analysis along. */
  #goTo(node: GameNode): void {
    const isSearching = this.#search !== null;
    this.stop();
    this.#node = node;
    const line = node.line;
    const positions = line.map(({ position }) => position);
    this.#set(positions, positions.slice(0, line.indexOf(node) + 1));
    this.#showPlayed();
    for (const [other, one] of this.#buttons) {
      if (other === node) one.setAttribute("aria-current", "true");
      else one.removeAttribute("aria-current");
    }
    const current = this.#buttons.get(node);
    // Not scrollIntoView, which would also scroll the page.
    this.#moves.scrollTop = (current?.offsetTop ?? 0) - this.#moves.offsetTop - this.#moves.clientHeight / 2;
    if (isSearching) this.start();
  }

  /** Another position is to be analysed: the last of `played`, which begin `line`. */
  #set(line: readonly Position[], played: readonly Position[]): void {
    this.#line = line;
    this.#played = played;
    this.#position = played[played.length - 1];
    this.#expected = 0.5;
    this.#evaluation = null;
    this.#lines.replaceChildren();
    this.#cost.textContent = "";
    this.#say(endingOf(this.#position));
    this.#analyse.disabled = this.#position.isOver;
  }

  /** With `auto` the analysis starts when the element is visible, maybe now. */
  #watchIfAuto(): void {
    this.#watch?.disconnect();
    if (this.hasAttribute("auto")) this.#watch?.observe(this);
  }

  #report(info: DepthInfo): void {
    const { expectedScore, score } = evaluationOf(info, this.#position, info.depth);
    this.#expected = expectedScore;
    this.#evaluation = score;
    this.#showBar();
    this.#cost.textContent = `depth ${info.depth} · ${count(info.nodesPerSecond)} nodes/s`;
    const lines = info.lines.map((line) => this.#lineOf(line));
    // A line that has not changed stays: a button that is replaced between press and release gets no click.
    lines.forEach(({ item }, i) => {
      const old = this.#lines.children[i];
      if (old === undefined) this.#lines.append(item);
      else if (old.textContent !== item.textContent) old.replaceWith(item);
    });
    while (this.#lines.children.length > lines.length) this.#lines.lastChild?.remove();
    const base = this.#played.length - 1;
    if (this.#at === base) {
      // The first step goes into the best PV, unless the game goes on.
      if (this.#node?.next == null) this.#show(lines[0].positions, base);
      this.#arrows.show(info.lines.map(({ pv }) => this.#position.move(pv[0])));
    }
    this.dispatchEvent(new CustomEvent("wazaba-info", { detail: info }));
  }

  /** A PV; each move can be clicked. */
  #lineOf(line: Variation): { readonly item: HTMLLIElement; readonly positions: readonly Position[] } {
    const item = make(
      "li",
      {},
      make("span", { class: "score" }, scoreText(evaluationOf(line, this.#position, 0).score)),
    );
    const positions = [...this.#played];
    line.san.slice(0, SHOWN_MOVES).forEach((text, i) => {
      const before = positions[positions.length - 1];
      if (i === 0 || before.turn === "white") item.append(make("span", { class: "number" }, ` ${moveNumber(before)} `));
      const at = positions.push(before.play(line.pv[i])) - 1;
      item.append(
        button(text, {}, () => this.#show(positions, at)),
        " ",
      );
    });
    return { item, positions };
  }

  /** Goes to one of the positions that are shown. */
  #go(place: number): void {
    const at = Math.max(0, Math.min(place, this.#shown.length - 1));
    const isPv = this.#shown !== this.#line && at >= this.#played.length;
    if (this.#node === null || isPv) this.#show(this.#shown, at);
    else this.#goTo(this.#node.line[at]);
  }

  #showPlayed(): void {
    this.#show(this.#line, this.#played.length - 1);
  }

  /** The evaluation of the analysed position, or the result where the game is over. */
  #showBar(): void {
    const { isOver, ending } = this.#shown[this.#at];
    const result = ending?.winner === "white" ? 1 : ending?.winner === "black" ? 0 : 0.5;
    const expected = isOver ? result : this.#expected;
    this.#level.style.height = `${100 * expected}%`;
    this.#score.textContent = isOver ? ["0-1", "½", "1-0"][2 * result] : barText(this.#evaluation);
    // On the side of the better side.
    this.#bar.classList.toggle("white", expected >= 0.5);
  }

  /** Shows one of several consecutive positions. */
  #show(positions: readonly Position[], at: number): void {
    this.#shown = positions;
    this.#at = at;
    const isFlipped = this.#isFlipped;
    this.#arrows.flip(isFlipped);
    const isGame = this.#node !== null && positions === this.#line;
    this.#arrows.show(isGame ? shapesOf(this.#node?.comments ?? []).filter(({ from, to }) => from !== to) : []);
    showBoard(this.#board, positions[at], isFlipped);
    const [white, black] = (["white", "black"] as const).map((side) => handText(positions[at], side));
    this.#hands.textContent = white + black === "" ? "" : `In hand: ${[white, black].filter(Boolean).join(" ")}`;
    this.#bar.classList.toggle("flipped", isFlipped);
    this.#showBar();
    for (const one of [this.#first, this.#back]) one.disabled = at === 0;
    for (const one of [this.#forward, this.#last]) one.disabled = at === positions.length - 1;
  }

  #say(text: string, isBad = false): void {
    this.#message.textContent = text;
    this.#message.classList.toggle("bad", isBad);
  }

  /** An attribute that is a positive integer, or its default. */
  #number(name: string, fallback: number): number {
    const value = Number(this.getAttribute(name) ?? fallback);
    return Number.isInteger(value) && value >= 1 ? value : fallback;
  }
}

/** The first game of a PGN. @throws {Error} if there is none, or if it cannot be read */
function gameOf(pgn: string): GameTree {
  const [game] = readPgn(pgn);
  if (game === undefined || game instanceof PgnError) throw game ?? new Error("the PGN has no game");
  return game.tree;
}

/** A score as short as it can be: `0.4`, `#4`. */
function barText(score: Score | null): string {
  if (score === null) return "";
  return "mate" in score ? `#${Math.abs(score.mate)}` : Math.abs(score.cp / 100).toFixed(1);
}

/** How a game has ended, or may. */
function endingOf({ ending, isOver }: Position): string {
  if (ending === null) return "";
  return isOver ? `The game is over: ${ending.reason}.` : `A draw can be claimed: ${ending.reason}.`;
}

// Two scripts of a page may both define it.
if (globalThis.customElements !== undefined && customElements.get("wazaba-analysis") === undefined)
  customElements.define("wazaba-analysis", WazabaAnalysis);

/**
 * `<wazaba-analysis>`, a custom element: a position on a page, analysed by an engine. One script tag with `type="module"`
 * defines it, from any host.
 *
 *     <script type="module" src="wazaba/element.js"></script>
 *     <wazaba-analysis fen="r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4"></wazaba-analysis>
 *
 * Where there is no DOM, as on a server, the import does nothing. In a DOM without layout and workers
 * (jsdom) the element shows its position, and a message that it cannot analyse.
 */

import { Engine } from "../../api/engine";
import { playMoves } from "../../api/play-moves";
import { Position } from "../../api/position";
import type { DepthInfo, Search, Variation } from "../../api/search";
import { MAX_THREADS } from "../../engine/worker/team-memory";
import { messageOf } from "../../errors";
import { textOf } from "../../message";
import { button, make } from "../page/shell/dom";
import { MATE_SEARCH_TIME } from "../play/analysis-time";
import { count, evaluationOf, moveNumber, scoreText } from "../play/words";
import { showBoard } from "./board";
import { ELEMENT_STYLE } from "./style";

/** The default duration of an analysis, milliseconds. */
const DEFAULT_TIME = 10_000;
/** The most moves shown of a PV. */
const SHOWN_MOVES = 12;
/** The attributes that make up the position. */
const POSITION_ATTRIBUTES = ["fen", "variant", "moves"];

/** The attributes of `<wazaba-analysis>`, as frameworks write them. */
export interface WazabaAnalysisAttributes {
  /** The position in Forsyth–Edwards Notation. @default the start position of the game */
  fen?: string;
  /** The id of the game. @default "chess" */
  variant?: string;
  /** Moves from that position, in UCI notation or as in PGN: `1. e4 e5 2. Nf3`. @default none */
  moves?: string;
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
  readonly #bar = make("div", { class: "bar", "aria-hidden": "true" }, make("div"));
  readonly #lines = make("ol", { "aria-label": "lines" });
  readonly #cost = make("span", { class: "cost" });
  readonly #message = make("p", { class: "message", role: "status" });
  readonly #analyse = button("Analyse", { class: "analyse" }, () =>
    this.#search === null ? this.start() : this.stop(),
  );
  readonly #back = button("◀", { "aria-label": "a move back" }, () => this.#step(-1));
  readonly #forward = button("▶", { "aria-label": "a move on" }, () => this.#step(1));
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
  /** The positions on the board: those of `#played`, and those after moves of a PV. */
  #shown: readonly Position[] = this.#played;
  #at = 0;
  /** White's expected score in the analysed position, 0 to 1. */
  #expected = 0.5;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    // No style element: a CSP might forbid it. Jsdom has no constructable style sheets.
    if (root.adoptedStyleSheets !== undefined) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(ELEMENT_STYLE);
      root.adoptedStyleSheets = [sheet];
    }
    const tools = make("div", { class: "tools" }, this.#analyse, this.#back, this.#forward, this.#cost);
    root.append(make("div", { class: "field" }, this.#bar, this.#board), tools, this.#lines, this.#message);
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
    this.#lines.replaceChildren();
    this.#cost.textContent = "";
    try {
      const variant = this.getAttribute("variant") ?? "chess";
      const fen = this.getAttribute("fen");
      const start = fen === null ? Position.start(variant) : Position.fromFen(fen, variant);
      const position = playMoves(start, this.getAttribute("moves") ?? "");
      const played = [position];
      while (played[0].plies > start.plies) played.unshift(played[0].back());
      this.#position = position;
      this.#played = played;
      this.#expected = 0.5;
      this.#say(endingOf(position));
      this.#watchIfAuto();
    } catch (error) {
      // The board is unchanged.
      this.#say(textOf(messageOf(error)), true);
    }
    this.#analyse.disabled = this.#position.isOver;
    this.#showPlayed();
  }

  /** With `auto` the analysis starts when the element is visible, maybe now. */
  #watchIfAuto(): void {
    this.#watch?.disconnect();
    if (this.hasAttribute("auto")) this.#watch?.observe(this);
  }

  #report(info: DepthInfo): void {
    this.#expected = evaluationOf(info, this.#position, info.depth).expectedScore;
    this.#showBar();
    this.#cost.textContent = `depth ${info.depth} · ${count(info.nodesPerSecond)} nodes/s`;
    const lines = info.lines.map((line) => this.#line(line));
    // A line that has not changed stays: a button that is replaced between press and release gets no click.
    lines.forEach(({ item }, i) => {
      const old = this.#lines.children[i];
      if (old === undefined) this.#lines.append(item);
      else if (old.textContent !== item.textContent) old.replaceWith(item);
    });
    while (this.#lines.children.length > lines.length) this.#lines.lastChild?.remove();
    // The first step goes into the best PV.
    const base = this.#played.length - 1;
    if (this.#at === base) this.#show(lines[0].positions, base);
    this.dispatchEvent(new CustomEvent("wazaba-info", { detail: info }));
  }

  /** A PV; each move can be clicked. */
  #line(line: Variation): { readonly item: HTMLLIElement; readonly positions: readonly Position[] } {
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

  #step(by: number): void {
    this.#show(this.#shown, this.#at + by);
  }

  #showPlayed(): void {
    this.#show(this.#played, this.#played.length - 1);
  }

  /** The evaluation of the analysed position, or the result where the game is over. */
  #showBar(): void {
    const { isOver, ending } = this.#shown[this.#at];
    const result = ending?.winner === "white" ? 1 : ending?.winner === "black" ? 0 : 0.5;
    const height = 100 * (isOver ? result : this.#expected);
    (this.#bar.firstElementChild as HTMLElement).style.height = `${height}%`;
  }

  /** Shows one of several consecutive positions. */
  #show(positions: readonly Position[], at: number): void {
    this.#shown = positions;
    this.#at = at;
    const isFlipped = this.getAttribute("orientation") === "black";
    showBoard(this.#board, positions[at], isFlipped);
    this.#bar.classList.toggle("flipped", isFlipped);
    this.#showBar();
    this.#back.disabled = at === 0;
    this.#forward.disabled = at === positions.length - 1;
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

/** How a game has ended, or may. */
function endingOf({ ending, isOver }: Position): string {
  if (ending === null) return "";
  return isOver ? `The game is over: ${ending.reason}.` : `A draw can be claimed: ${ending.reason}.`;
}

// Two scripts of a page may both define it.
if (globalThis.customElements !== undefined && customElements.get("wazaba-analysis") === undefined)
  customElements.define("wazaba-analysis", WazabaAnalysis);

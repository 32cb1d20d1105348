/**
 * `<wazaba-analysis>`: a position on a page, with an engine behind it. One script tag with `type="module"` defines it, from
 * the page's own host or from another one.
 *
 *     <script type="module" src="wazaba/element.js"></script>
 *     <wazaba-analysis fen="r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4"></wazaba-analysis>
 */

import { Engine } from "../../api/engine";
import { Position } from "../../api/position";
import type { DepthInfo, Search, Variation } from "../../api/search";
import { button, make, reason } from "../page/dom";
import { count, judgementOf, moveNumber, scoreText } from "../page/words";
import { showBoard } from "./board";
import { STYLE } from "./style";

/** An analysis ends after so long, if the element does not say otherwise, milliseconds. */
const USUAL_TIME = 10_000;
/** Moves of a line that are shown. */
const SHOWN_MOVES = 12;
const ATTRIBUTES = ["fen", "variant", "moves", "orientation"] as const;

/**
 * The element. Attributes: `fen` (default the game's start position), `variant` (an id, default `chess`), `moves` (played from
 * there, in UCI or SAN, with blanks between them), `orientation` (`white`, `black`), `lines` (1 to 5), `movetime`
 * (milliseconds, default 10000), and `auto`, which begins as soon as the element is seen. It fires `wazaba-info` with each
 * `DepthInfo` as its detail.
 *
 * @example
 * document.querySelector("wazaba-analysis").addEventListener("wazaba-info", ({ detail }) => console.log(detail.san));
 */
export class WazabaAnalysis extends HTMLElement {
  static readonly observedAttributes: readonly string[] = ATTRIBUTES;

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
  readonly #watch = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    this.#watch.disconnect();
    this.start();
  });
  #position = Position.start();
  #engine: Promise<Engine> | null = null;
  #search: Search | null = null;
  /** What is on the board: the position itself, and the moves of a line that follow it. */
  #shown: readonly Position[] = [this.#position];
  #at = 0;

  constructor() {
    super();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet];
    const tools = make("div", { class: "tools" }, this.#analyse, this.#back, this.#forward, this.#cost);
    root.append(make("div", { class: "field" }, this.#bar, this.#board), tools, this.#lines, this.#message);
  }

  connectedCallback(): void {
    this.#read();
    if (this.hasAttribute("auto")) this.#watch.observe(this);
  }

  disconnectedCallback(): void {
    this.#watch.disconnect();
    this.#search = null;
    this.#engine?.then((engine) => engine.dispose()).catch(() => {});
    this.#engine = null;
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#read();
  }

  /** The position that is analysed. */
  get position(): Position {
    return this.#position;
  }

  /** Begins to analyse; again, if it is at it. */
  async start(): Promise<void> {
    if (this.#position.ending !== null) return;
    const position = this.#position;
    this.#say("");
    this.#show([position], 0);
    try {
      this.#engine ??= Engine.create();
      const engine = await this.#engine;
      if (!this.isConnected || position !== this.#position) return;
      engine.position(position);
      const search = engine.go({ movetime: this.#number("movetime", USUAL_TIME), multiPv: this.#number("lines", 1) });
      this.#search = search;
      this.#analyse.textContent = "Stop";
      for await (const info of search) {
        if (this.#search !== search) return;
        if (info.type === "depth") this.#tell(info);
      }
      if (this.#search === search) this.stop();
    } catch (error) {
      if (!this.isConnected) return;
      this.#engine = null;
      this.stop();
      this.#say(reason(error), true);
    }
  }

  /** Ends the analysis; what was found stays. */
  stop(): void {
    this.#search?.stop();
    this.#search = null;
    this.#analyse.textContent = "Analyse";
  }

  /** Reads the attributes, and shows what they say. */
  #read(): void {
    this.stop();
    this.#lines.replaceChildren();
    this.#cost.textContent = "";
    try {
      const variant = this.getAttribute("variant") ?? "chess";
      const fen = this.getAttribute("fen");
      let position = fen === null ? Position.start(variant) : Position.fromFen(fen, variant);
      for (const move of (this.getAttribute("moves") ?? "").split(/\s+/))
        if (move !== "") position = position.play(move);
      this.#position = position;
      this.#say(position.ending === null ? "" : `The game is over: ${position.ending.reason}.`);
    } catch (error) {
      // The board stays as it was.
      this.#say(reason(error), true);
    }
    this.#analyse.disabled = this.#position.ending !== null;
    this.#show([this.#position], 0);
  }

  #tell(info: DepthInfo): void {
    const { hope } = judgementOf(info, this.#position, info.depth);
    (this.#bar.firstElementChild as HTMLElement).style.height = `${100 * hope}%`;
    this.#cost.textContent = `depth ${info.depth} · ${count(info.nodesPerSecond)} nodes/s`;
    const lines = info.lines.map((line) => this.#line(line));
    this.#lines.replaceChildren(...lines.map(({ item }) => item));
    // Who has not looked into a line yet steps into the best one.
    if (this.#at === 0) this.#show(lines[0].positions, 0);
    this.dispatchEvent(new CustomEvent("wazaba-info", { detail: info }));
  }

  /** A line, of which every move can be clicked. */
  #line(line: Variation): { readonly item: HTMLLIElement; readonly positions: readonly Position[] } {
    const item = make(
      "li",
      {},
      make("span", { class: "score" }, scoreText(judgementOf(line, this.#position, 0).score)),
    );
    const positions = [this.#position];
    line.san.slice(0, SHOWN_MOVES).forEach((text, i) => {
      const before = positions[i];
      if (i === 0 || before.turn === "white") item.append(make("span", { class: "number" }, ` ${moveNumber(before)} `));
      positions.push(before.play(line.pv[i]));
      item.append(
        button(text, {}, () => this.#show(positions, i + 1)),
        " ",
      );
    });
    return { item, positions };
  }

  #step(by: number): void {
    this.#show(this.#shown, this.#at + by);
  }

  /** Shows one of several positions that follow each other. */
  #show(positions: readonly Position[], at: number): void {
    this.#shown = positions;
    this.#at = at;
    const isFlipped = this.getAttribute("orientation") === "black";
    showBoard(this.#board, positions[at], isFlipped);
    this.#bar.classList.toggle("flipped", isFlipped);
    this.#back.disabled = at === 0;
    this.#forward.disabled = at === positions.length - 1;
  }

  #say(text: string, isBad = false): void {
    this.#message.textContent = text;
    this.#message.classList.toggle("bad", isBad);
  }

  /** An attribute that is a whole number from 1; else the usual one. */
  #number(name: string, usual: number): number {
    const value = Number(this.getAttribute(name) ?? usual);
    return Number.isInteger(value) && value >= 1 ? value : usual;
  }
}

// Two scripts of one page may both bring it.
if (customElements.get("wazaba-analysis") === undefined) customElements.define("wazaba-analysis", WazabaAnalysis);

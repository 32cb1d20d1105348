/** The speed panel: WebAssembly against TypeScript, the same search on both cores at once. */

import { Engine } from "../../../api/engine";
import type { Position } from "../../../api/position";
import type { SearchInfo } from "../../../api/search";
import type { CoreName } from "../../../engine/core/core";
import type { GameRecord } from "../../play/record";
import { numberText } from "../../play/text";
import { count } from "../../play/words";
import { find } from "../shell/dom";
import { reasonText, t } from "../shell/language";

/** Milliseconds. */
const RACE = 8000;
/** The transposition table of each core, megabytes. */
const HASH = 16;

/** What a race has shown; a stopped one shows nothing, since the slower core has hardly begun. */
export function verdictOf(wasm: number, ts: number, isStopped: boolean): string {
  if (isStopped) return t("Stopped before the end: too short to compare.");
  if (wasm === 0 || ts === 0) return "";
  return t("The same search, node for node: WebAssembly is {ratio} times as fast.", {
    ratio: numberText(wasm / ts, 1),
  });
}

/** The display of one core. */
class Lane {
  readonly name: CoreName;
  speed = 0;
  readonly #bar: HTMLProgressElement;
  readonly #speed: HTMLElement;
  readonly #about: HTMLElement;

  constructor(name: CoreName) {
    this.name = name;
    this.#bar = find(`speed-${name}-bar`, HTMLProgressElement);
    this.#speed = find(`speed-${name}`, HTMLElement);
    this.#about = find(`speed-${name}-about`, HTMLElement);
  }

  clear(): void {
    this.speed = 0;
    this.#bar.value = 0;
    this.#speed.textContent = "–";
    this.#about.textContent = t("loading …");
  }

  refuse(why: string): void {
    this.#about.textContent = why;
  }

  update(info: SearchInfo): void {
    // The first milliseconds tell little.
    if (info.type === "mate-search" || info.timeMs < 20) return;
    this.speed = info.nodesPerSecond;
    this.#speed.textContent = count(info.nodesPerSecond);
    this.#about.textContent = t("depth {depth}, {nodes} nodes", { depth: info.depth, nodes: count(info.nodes) });
  }

  /** @param max the speed of a full bar */
  measure(max: number): void {
    this.#bar.value = max === 0 ? 0 : this.speed / max;
  }
}

export class Race {
  readonly #record: GameRecord;
  readonly #button = find("race", HTMLButtonElement);
  readonly #verdict = find("race-verdict", HTMLElement);
  readonly #lanes = [new Lane("wasm"), new Lane("ts")];
  readonly #onStart: () => void;
  #abort: AbortController | null = null;

  /** @param onStart called before a race: other engines should pause */
  constructor(record: GameRecord, onStart: () => void) {
    this.#record = record;
    this.#onStart = onStart;
    this.#button.disabled = false;
    this.#button.addEventListener("click", () => (this.#abort === null ? this.#run() : this.stop()));
  }

  stop(): void {
    this.#abort?.abort();
  }

  async #run(): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    this.#button.textContent = t("Stop");
    this.#verdict.textContent = "";
    this.#onStart();
    const { position } = this.#record.current;
    for (const lane of this.#lanes) lane.clear();
    await Promise.all(this.#lanes.map((lane) => this.#runLane(lane, position, abort.signal)));
    const [wasm, ts] = this.#lanes.map(({ speed }) => speed);
    this.#verdict.textContent = verdictOf(wasm, ts, abort.signal.aborted);
    this.#abort = null;
    this.#button.textContent = t("Start");
  }

  async #runLane(lane: Lane, position: Position, signal: AbortSignal): Promise<void> {
    let engine: Engine | null = null;
    try {
      const options = { MateSearch: false };
      engine = await Engine.create({ core: lane.name, hash: HASH, variant: position.variant, options });
      engine.position(position);
      const search = engine.go({ movetime: RACE });
      signal.addEventListener("abort", () => search.stop());
      if (signal.aborted) search.stop();
      for await (const info of search) this.#update(lane, info);
      this.#update(lane, { ...(await search.result), type: "depth", seldepth: 0, hashfull: 0, lines: [] });
    } catch (error) {
      lane.refuse(reasonText(error));
    } finally {
      await engine?.dispose();
    }
  }

  #update(lane: Lane, info: SearchInfo): void {
    lane.update(info);
    const max = Math.max(...this.#lanes.map(({ speed }) => speed));
    for (const one of this.#lanes) one.measure(max);
  }
}

/** The host's end of the worker that generates endgame tables, beside the search. It starts with the first question. */

import { WazabaError } from "../../errors";
import { type Message, message } from "../../message";
import type { EndgameAnswer } from "../endgame/answer";
import type { EndgameQuestion, EndgameReply } from "../endgame/messages";
import { threads } from "./thread";
import type { Place, Thread } from "./thread-types";

interface Asked {
  readonly keepsAlive: boolean;
  readonly resolve: (answer: EndgameAnswer | null) => void;
  readonly reject: (error: WazabaError) => void;
}

/** In Node, a port keeps the process alive. */
type Refable = MessagePort & { ref?(): void; unref?(): void };

export class EndgameThread {
  readonly #place: Place;
  readonly #onNotice: (notice: Message) => void;
  #started: Promise<{ readonly thread: Thread; readonly port: Refable }> | null = null;
  #lastId = 0;
  /** The questions without an answer, by their ids. */
  readonly #asked = new Map<number, Asked>();
  #failure: WazabaError | null = null;

  /** @param onNotice receives what is wrong with a folder where tables are kept */
  constructor(place: Place, onNotice: (notice: Message) => void) {
    this.#place = place;
    this.#onNotice = onNotice;
  }

  /**
   * Asks what tables say about a position; tables that are missing are generated first, which may take seconds. The process may end
   * before it is answered, unless `keepsAlive`.
   *
   * @returns null once a question is asked that needs other tables
   * @throws {WazabaError} `endgame`, `memory` if they cannot be generated, `wasm`, `asset`, `worker` if there is no generator here
   */
  async ask(wanted: Omit<EndgameQuestion, "id">, keepsAlive = false): Promise<EndgameAnswer | null> {
    if (this.#failure !== null) throw this.#failure;
    this.#started ??= this.#start();
    const id = ++this.#lastId;
    const answer = new Promise<EndgameAnswer | null>((resolve, reject) => {
      this.#asked.set(id, { keepsAlive, resolve, reject });
    });
    try {
      const { port } = await this.#started;
      port.postMessage({ id, ...wanted } satisfies EndgameQuestion);
      if (keepsAlive) port.ref?.();
    } catch (error) {
      this.#fail(error as WazabaError);
    }
    return answer;
  }

  /** Ends the worker. Questions are answered by null. */
  async end(): Promise<void> {
    this.#failure = new WazabaError("engine", message`the engine has been disposed of`);
    for (const { resolve } of this.#asked.values()) resolve(null);
    this.#asked.clear();
    const started = await this.#started?.catch(() => null);
    started?.port.close();
    await started?.thread.end();
  }

  async #start() {
    const startThread = await threads();
    const { port1, port2 } = new MessageChannel();
    const start = { signals: null, cache: { files: {}, speeds: {} }, endgames: port2 };
    const onEnd = (failure: WazabaError) => this.#fail(failure);
    const thread = startThread(start, { onReplies: () => {}, onEnd }, this.#place);
    thread.keepAlive(false);
    const port: Refable = port1;
    port.onmessage = ({ data }: MessageEvent<EndgameReply>) => this.#receive(data, port);
    port.unref?.();
    return { thread, port };
  }

  #receive(reply: EndgameReply, port: Refable): void {
    if (reply.type === "notice") {
      this.#onNotice(reply.notice);
      return;
    }
    const asked = this.#asked.get(reply.id);
    this.#asked.delete(reply.id);
    if (![...this.#asked.values()].some(({ keepsAlive }) => keepsAlive)) port.unref?.();
    if (reply.type === "answer") asked?.resolve(reply.answer);
    else if (reply.type === "failed") asked?.reject(new WazabaError(reply.code, reply.message));
    else asked?.resolve(null);
  }

  #fail(failure: WazabaError): void {
    this.#failure ??= failure;
    for (const { reject } of this.#asked.values()) reject(this.#failure);
    this.#asked.clear();
  }
}

/**
 * The worker that generates endgame tables, beside the search: it answers questions as soon as the tables that they need are there. It is
 * a file of its own, `endgame.js`, loaded with the first table.
 */

import { sameLaws, type Variant } from "../../chess/variants/variant";
import { messageOf, WazabaError } from "../../errors";
import type { Message } from "../../message";
import { answerFor } from "./answer";
import { materialOn, tablesFor } from "./material";
import type { EndgameOutcome, EndgameQuestion, EndgameReply } from "./messages";
import { EndgameTables, type TableStore } from "./tables";

/** Opens a variant's tables in a folder; null where there are no folders. @param onFault receives what is wrong with it */
export type OpenStore = (folder: string, variant: Variant, onFault: (what: Message) => void) => TableStore | null;

/** Answers the questions of a port. @param binary the file `endgame.wasm` */
export function serve(port: MessagePort, binary: Uint8Array<ArrayBuffer>, openStore: OpenStore): void {
  const server = new EndgameServer(binary, openStore, (reply) => port.postMessage(reply));
  port.onmessage = ({ data }: MessageEvent<EndgameQuestion>) => server.ask(data);
}

/** The tables of one variant, and the questions that they are generated for. */
class EndgameServer {
  readonly #binary: Uint8Array<ArrayBuffer>;
  readonly #openStore: OpenStore;
  readonly #reply: (reply: EndgameReply) => void;
  #tables: { readonly variant: Variant; readonly folder: string; readonly tables: EndgameTables } | null = null;
  /** The questions without an answer: all need the same tables. */
  #questions: EndgameQuestion[] = [];
  /** The tables generated for them. */
  readonly #made = new Set<string>();
  /** Why there is no table, by variant, material, memory and folder. */
  readonly #failures = new Map<string, WazabaError>();
  #isWorking = false;

  constructor(binary: Uint8Array<ArrayBuffer>, openStore: OpenStore, reply: (reply: EndgameReply) => void) {
    this.#binary = binary;
    this.#openStore = openStore;
    this.#reply = reply;
  }

  ask(question: EndgameQuestion): void {
    const key = keyOf(question);
    const others = this.#questions.filter((one) => keyOf(one) !== key);
    for (const { id } of others) this.#reply({ id, type: "superseded" });
    if (others.length > 0) this.#made.clear();
    this.#questions = [...this.#questions.filter((one) => !others.includes(one)), question];
    if (!this.#isWorking) this.#work();
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    for (let [question] = this.#questions; question !== undefined; [question] = this.#questions) {
      try {
        const tables = await this.#step(question);
        if (tables !== null) this.#end(question, (task) => ({ type: "answer", answer: answerFor(tables, task) }));
      } catch (error) {
        const failure = error instanceof WazabaError ? error : new WazabaError("endgame", messageOf(error));
        this.#failures.set(keyOf(question), failure);
        this.#end(question, () => ({ type: "failed", code: failure.code, message: failure.messageData }));
      }
      // Questions that have come meanwhile.
      await new Promise((resolve) => setTimeout(resolve));
    }
    this.#isWorking = false;
  }

  /** Answers all questions, unless others have taken the place of this one. */
  #end(question: EndgameQuestion, reply: (task: EndgameQuestion) => EndgameOutcome): void {
    if (!this.#questions.includes(question)) return;
    const answered = this.#questions;
    this.#questions = [];
    this.#made.clear();
    for (const one of answered) this.#reply({ id: one.id, ...reply(one) });
  }

  /** Generates a table for a question; returns the tables if all are there. */
  async #step(question: EndgameQuestion): Promise<EndgameTables | null> {
    const { root, board } = question;
    const failure = this.#failures.get(keyOf(question));
    if (failure !== undefined) throw failure;
    const tables = await this.#tablesOf(question);
    for (const material of tablesFor(materialOn(board), root.variant)) {
      const table = tables.step(material);
      if (table === null) continue;
      const key = String(table.material);
      // One that had to make way for another: there is not enough memory for all.
      if (this.#made.has(key)) break;
      this.#made.add(key);
      return null;
    }
    return tables;
  }

  async #tablesOf({ root: { variant }, megabytes, folder }: EndgameQuestion): Promise<EndgameTables> {
    if (this.#tables?.folder !== folder || !sameLaws(this.#tables.variant.laws, variant.laws)) {
      this.#tables = null;
      const onFault = (notice: Message) => this.#reply({ type: "notice", notice });
      const store = folder === "" ? null : this.#openStore(folder, variant, onFault);
      this.#tables = { variant, folder, tables: await EndgameTables.load(variant, this.#binary, megabytes, store) };
    }
    this.#tables.tables.megabytes = megabytes;
    return this.#tables.tables;
  }
}

/** Questions with the same key need the same tables. */
function keyOf({ root, board, megabytes, folder }: EndgameQuestion): string {
  return String([megabytes, materialOn(board), root.variant.laws, folder]);
}

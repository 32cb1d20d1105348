/** The runs whose files are in some folders. */

import { closeSync, openSync, readdirSync, readSync } from "node:fs";
import { basename, join } from "node:path";
import { GrowingFile, type Span } from "./growing-file";
import { type Run, runOf } from "./run";

/** How many of the first bytes say whether a file may be of interest. */
const PEEKED = 32;
const OF_INTEREST = /^(\{"(match|tournament|tune|datagen)":|(epoch|positions),)/;

/** A run's file. */
export class WatchedFile {
  /** Folder and name. */
  readonly name: string;
  /** Null while it is empty. */
  run: Run | null = null;
  /** What is wrong with it, in words; null for nothing. */
  fault: string | null = null;
  readonly #file: GrowingFile;
  #lines = 0;

  constructor(path: string, name: string) {
    this.name = name;
    this.#file = new GrowingFile(path);
  }

  /** When it last changed, milliseconds since 1970. */
  get changedAt(): number {
    return this.#file.changedAt;
  }

  /** Reads what was added. */
  read(): void {
    try {
      this.#file.read({
        start: () => {
          this.run = null;
          this.fault = null;
          this.#lines = 0;
        },
        line: (text, span) => this.#add(text, span),
      });
    } catch (error) {
      this.fault = (error as Error).message;
    }
  }

  /** A line that was read before. */
  textAt(span: Span): string {
    return this.#file.textAt(span);
  }

  #add(text: string, span: Span): void {
    this.#lines++;
    if (this.fault !== null) return;
    try {
      if (this.#lines === 1) this.run = runOf(text);
      else this.run?.add(text, span);
    } catch (error) {
      this.fault = `line ${this.#lines}: ${(error as Error).message}`;
    }
  }
}

export class WatchedFolders {
  readonly #folders: readonly string[];
  readonly #files = new Map<string, WatchedFile>();

  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  /**
   * Looks into the folders. Returns the runs by their names, the one that changed last first.
   *
   * @throws {Error} if a folder cannot be read
   */
  look(): ReadonlyMap<string, WatchedFile> {
    const found = new Set<string>();
    for (const folder of this.#folders) {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        if (!entry.isFile() || !(this.#files.has(path) || isOfInterest(path))) continue;
        found.add(path);
        const file = this.#files.get(path) ?? new WatchedFile(path, this.#nameOf(folder, entry.name));
        this.#files.set(path, file);
        file.read();
      }
    }
    for (const path of this.#files.keys()) if (!found.has(path)) this.#files.delete(path);
    const files = [...this.#files.values()].filter(({ run, fault }) => run !== null || fault !== null);
    files.sort((a, b) => b.changedAt - a.changedAt);
    return new Map(files.map((file) => [file.name, file]));
  }

  /** With several folders, the folder tells files of the same name apart. */
  #nameOf(folder: string, name: string): string {
    if (this.#folders.length === 1) return name;
    const isUnique = this.#folders.filter((other) => basename(other) === basename(folder)).length === 1;
    return join(isUnique ? basename(folder) : folder, name);
  }
}

function isOfInterest(path: string): boolean {
  try {
    const descriptor = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(PEEKED);
      return OF_INTEREST.test(bytes.toString("latin1", 0, readSync(descriptor, bytes, 0, PEEKED, 0)));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return false;
  }
}

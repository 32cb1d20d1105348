/** A file lock, so that two processes never write to a file at once; a dead process's lock does not count. */

import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { WazabaError } from "../errors";

/** The holder of a lock: the contents of the lock file. */
interface Holder {
  /** Unique to this lock. */
  readonly id: string;
  readonly pid: number;
  readonly host: string;
  /** When the process started, in the system's own format; null if unknown. Process ids are reused. */
  readonly started: string | null;
}

/** How often a holder touches its lock, and how long without that until a holder on another machine counts as dead, milliseconds. */
const TOUCH_MS = 10_000;
const DEAD_MS = 60_000;

/** A lock held by this process: the file `NAME.lock` next to the locked one. */
export class FileLock {
  readonly #path: string;
  readonly #text: string;
  readonly #timer: NodeJS.Timeout;
  /** A process that ends at once, by a second signal, leaves no lock either. */
  readonly #onExit = () => this.release();

  /**
   * Locks a file. A dead process's lock is removed.
   *
   * @param name the file, with symbolic links resolved
   * @throws {WazabaError} `locked` if another process holds it
   * @throws {Error} if no file can be created next to it
   */
  constructor(name: string) {
    this.#path = `${name}.lock`;
    const { pid } = process;
    const holder: Holder = { id: randomUUID(), pid, host: hostname(), started: startOf(pid) };
    this.#text = JSON.stringify(holder);
    while (!this.#create()) this.#removeStale();
    this.#timer = setInterval(() => this.#touch(), TOUCH_MS);
    this.#timer.unref();
    process.once("exit", this.#onExit);
  }

  release(): void {
    clearInterval(this.#timer);
    process.off("exit", this.#onExit);
    if (read(this.#path) === this.#text) rmSync(this.#path, { force: true });
  }

  /** Returns false if a lock exists already. */
  #create(): boolean {
    try {
      writeFileSync(this.#path, this.#text, { flag: "wx" });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
      throw error;
    }
  }

  /** Removes a stale lock. */
  #removeStale(): void {
    const text = read(this.#path);
    if (text === null) return;
    const holder = parse(text);
    if (isAlive(holder, this.#path)) {
      const who = holder === null ? "another process" : `process ${holder.pid} on ${holder.host}`;
      throw new WazabaError("locked", `${who} is writing to it; if it is not, delete ${this.#path}`);
    }
    // Two processes may get here at once. The one that moves the file away checks that it is the one it read, or puts it back.
    const aside = `${this.#path}.${randomUUID()}`;
    try {
      renameSync(this.#path, aside);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
      throw error;
    }
    if (read(aside) !== text) restore(aside, this.#path);
    rmSync(aside, { force: true });
  }

  #touch(): void {
    try {
      const now = new Date();
      utimesSync(this.#path, now, now);
    } catch {
      // The user has deleted it.
    }
  }
}

/** The contents of a file, null if it does not exist. */
function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function restore(aside: string, path: string): void {
  try {
    linkSync(aside, path);
  } catch {
    // By now a third process holds it.
  }
}

function parse(text: string): Holder | null {
  try {
    const holder = JSON.parse(text) as Partial<Holder> | null;
    return Number.isInteger(holder?.pid) && typeof holder?.host === "string" ? (holder as Holder) : null;
  } catch {
    return null;
  }
}

/** @param holder null if the file cannot be parsed: a process may be writing it, or has died doing so */
function isAlive(holder: Holder | null, path: string): boolean {
  const isFresh = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < DEAD_MS;
  if (holder?.host !== hostname()) return isFresh;
  const { pid, started } = holder;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: another user's process.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const current = startOf(pid);
  return started === null || current === null ? isFresh : current === started;
}

/** When a process was started, on Linux: the boot, and the ticks since then. */
function startOf(pid: number): string | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    // The second field, the program's name, may contain anything, but ends with the last parenthesis.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(")").at(-1)?.trim().split(" ");
    return fields === undefined ? null : `${boot} ${fields[19]}`;
  } catch {
    return null;
  }
}

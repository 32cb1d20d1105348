/** A lock on a file, so that two processes never write to it at once; a process that has died holds none. */

import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { WazabaError } from "../errors";

/** Who holds a lock: what its file says. */
interface Holder {
  /** Of this one lock. */
  readonly id: string;
  readonly pid: number;
  readonly host: string;
  /** When the process was started, in the system's own words; null where it does not say. Ids are used again. */
  readonly started: string | null;
}

/** How often a holder touches the lock; after how long without that a holder on another machine counts as dead. Milliseconds. */
const TOUCH_MS = 10_000;
const DEAD_MS = 60_000;

/** A lock that this process holds: the file `NAME.lock` beside the one that is locked. */
export class FileLock {
  readonly #path: string;
  readonly #text: string;
  readonly #timer: NodeJS.Timeout;
  /** A process that ends at once, by a second signal, leaves no lock either. */
  readonly #onExit = () => this.release();

  /**
   * Locks a file. What a dead process has left behind is cleared away.
   *
   * @param name the file, whatever links lead there resolved
   * @throws {WazabaError} `locked` if another process holds it
   * @throws {Error} if there can be no file beside it
   */
  constructor(name: string) {
    this.#path = `${name}.lock`;
    const { pid } = process;
    const holder: Holder = { id: randomUUID(), pid, host: hostname(), started: startOf(pid) };
    this.#text = JSON.stringify(holder);
    while (!this.#create()) this.#clearAway();
    this.#timer = setInterval(() => this.#touch(), TOUCH_MS);
    this.#timer.unref();
    process.once("exit", this.#onExit);
  }

  release(): void {
    clearInterval(this.#timer);
    process.off("exit", this.#onExit);
    if (read(this.#path) === this.#text) rmSync(this.#path, { force: true });
  }

  /** False if there is a lock already. */
  #create(): boolean {
    try {
      writeFileSync(this.#path, this.#text, { flag: "wx" });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
      throw error;
    }
  }

  /** Removes a lock whose holder is dead. */
  #clearAway(): void {
    const text = read(this.#path);
    if (text === null) return;
    const holder = parse(text);
    if (isAlive(holder, this.#path)) {
      const who = holder === null ? "another process" : `process ${holder.pid} on ${holder.host}`;
      throw new WazabaError("locked", `${who} is writing to it; if that is not so, delete ${this.#path}`);
    }
    // Two processes may be here at once. The one that moves the file away checks that it is the one it read, or puts it back.
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

/** What stands in a file, null if there is none. */
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
    // A third process holds it by now.
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

/** @param holder null if its file is not to be read: somebody may be writing it, or has died at that */
function isAlive(holder: Holder | null, path: string): boolean {
  const isFresh = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < DEAD_MS;
  if (holder?.host !== hostname()) return isFresh;
  const { pid, started } = holder;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // It may be somebody else's.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const present = startOf(pid);
  return started === null || present === null ? isFresh : present === started;
}

/** When a process was started, on Linux: the boot, and the ticks since then. */
function startOf(pid: number): string | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    // The second field, the program's name, may hold anything but ends with the last parenthesis.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(")").at(-1)?.trim().split(" ");
    return fields === undefined ? null : `${boot} ${fields[19]}`;
  } catch {
    return null;
  }
}

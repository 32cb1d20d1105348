/** Large files read page by page, in Node: what is read most often stays in memory. */

import { closeSync, fstatSync, openSync, readSync } from "node:fs";

const PAGE = 1 << 16;
/** Pages that stay in memory, of all files of a thread together: 32 MB. */
const MAX_PAGES = 512;

/** The pages in memory, the one that was not read for longest first. */
const pages = new Map<string, Uint8Array>();
let files = 0;

/** Bytes beyond the end of a file are 0. */
export class PagedFile {
  readonly size: number;
  readonly #handle: number;
  readonly #name = String(files++);
  /** The current page and its number. */
  #page: Uint8Array = new Uint8Array(0);
  #number = -1;

  /** @throws as `fs.openSync` */
  constructor(path: string) {
    this.#handle = openSync(path, "r");
    this.size = fstatSync(this.#handle).size;
  }

  close(): void {
    closeSync(this.#handle);
  }

  /** The byte at an offset. @throws as `fs.readSync` */
  u8(at: number): number {
    const number = Math.floor(at / PAGE);
    if (number !== this.#number) this.#turnTo(number);
    return this.#page[at - number * PAGE] ?? 0;
  }

  /** Little-endian, as `u32`. */
  u16(at: number): number {
    return this.u8(at) | (this.u8(at + 1) << 8);
  }

  u32(at: number): number {
    return (this.u16(at) | (this.u16(at + 2) << 16)) >>> 0;
  }

  #turnTo(number: number): void {
    const key = `${this.#name}/${number}`;
    let page = pages.get(key);
    if (page === undefined) {
      page = new Uint8Array(Math.max(0, Math.min(PAGE, this.size - number * PAGE)));
      if (page.length > 0) readSync(this.#handle, page, 0, page.length, number * PAGE);
    } else {
      pages.delete(key);
    }
    pages.set(key, page);
    if (pages.size > MAX_PAGES) {
      const [oldest] = pages.keys();
      pages.delete(oldest);
    }
    this.#page = page;
    this.#number = number;
  }
}

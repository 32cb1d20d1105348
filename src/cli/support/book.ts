/** The flag `--book`: an opening book in Polyglot format. */

import { fstatSync, openSync, readSync } from "node:fs";
import type { OpeningBook } from "../../chess/book/book";
import { type BookBytes, PolyglotBook } from "../../chess/book/polyglot";
import { quote, WazabaError } from "../../errors";

/**
 * Opens the book, and keeps it open: it is read on demand.
 *
 * @throws {WazabaError} `book` if it cannot be read, or is not a book
 */
export function bookFrom({ book }: { book?: string | undefined }): OpeningBook | undefined {
  if (book === undefined) return undefined;
  try {
    return new PolyglotBook(openFile(book));
  } catch (error) {
    throw new WazabaError("book", `--book: ${quote(book)}: ${(error as Error).message}`);
  }
}

function openFile(path: string): BookBytes {
  const descriptor = openSync(path, "r");
  const stat = fstatSync(descriptor);
  if (!stat.isFile()) throw new WazabaError("book", "it is not a regular file");
  return {
    size: stat.size,
    read(at, length) {
      const bytes = new Uint8Array(length);
      if (readSync(descriptor, bytes, 0, length, at) < length) throw new WazabaError("book", "the book ends too soon");
      return bytes;
    },
  };
}

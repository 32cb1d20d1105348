/** Splits a PGN of any size into games, so that no more than one is in memory. */

/** A tag at the beginning of a line; its name may be in an encoding that is not known yet. */
const TAG = /^\s*\[\s*[^\s"[\]%]+\s+"/;
/** A tag that no comment has: the next game ends a comment that was never closed. */
const FIRST_TAG = /^\s*\[\s*Event\s+"/iu;

/** A game with more characters is cut: it is none. */
export const LONGEST_GAME = 2 ** 24;

/**
 * Takes lines, and gives the text of a game when the next one begins. Games without tags stay together with the one before:
 * the reader of games tells them apart.
 */
export class PgnSplitter {
  #lines: string[] = [];
  #length = 0;
  #hasMoves = false;
  #isInComment = false;
  #isAfterBlank = false;

  /** @returns the game before, null if this line belongs to the same one */
  push(line: string): string | null {
    const isBlank = line.trim() === "";
    const canBegin = !this.#isInComment || (this.#isAfterBlank && FIRST_TAG.test(line));
    const begins = canBegin && TAG.test(line);
    const game = this.#length >= LONGEST_GAME || (begins && this.#hasMoves) ? this.end() : null;
    if (begins) this.#isInComment = false;
    else if (!isBlank) {
      this.#hasMoves ||= !line.startsWith("%");
      this.#isInComment = endsInComment(line, this.#isInComment);
    }
    this.#isAfterBlank = isBlank;
    this.#lines.push(line);
    this.#length += line.length + 1;
    return game;
  }

  /** The last game; null if there is none. */
  end(): string | null {
    const text = this.#lines.join("\n");
    this.#lines = [];
    this.#length = 0;
    this.#hasMoves = false;
    this.#isInComment = false;
    return text.trim() === "" ? null : text;
  }
}

/** Whether a line ends within a comment in braces. */
function endsInComment(line: string, isInComment: boolean): boolean {
  let isInside = isInComment;
  if (!isInside && line.startsWith("%")) return false;
  for (let at = 0; at < line.length; at++) {
    const next = isInside ? line.indexOf("}", at) : line.slice(at).search(/[{;]/) + at;
    if (next < at) return isInside;
    if (!isInside && line[next] === ";") return false;
    isInside = !isInside;
    at = next;
  }
  return isInside;
}

/** Tags of PGN: `[Event "Casual game"]`. What is wrong with one is reported, and its value kept as far as it is clear. */

import { standardTagName } from "./languages";

/** The standard has 255 characters in a line; a value that is longer than this is reported. */
const LONGEST_VALUE = 999;
/** So far its end is looked for, so that any line takes linear time. */
const LONGEST_TAG = 2048;

/** What the name of a tag is made of. */
export const TAG_NAME = /^[\p{L}\p{N}_]+$/u;

/** A tag as it stands in a line. */
export interface Tag {
  /** Its text, brackets included. */
  readonly text: string;
  readonly name: string;
  readonly value: string;
  /** Whether it is as the standard has it. */
  readonly isGood: boolean;
  /** Whether it has no end in this line: the next one may go on with it. */
  readonly isOpen: boolean;
}

const HEAD = /\[\s*([^\s"[\]]+)(?=[\s"\]]|$)(\s*)/y;

/** Whether a line begins with a tag that has a value in quotation marks: one that no comment has. */
export function beginsWithTag(line: string): boolean {
  return /^\s*\[\s*[\p{L}\p{N}_]+\s+"/u.test(line);
}

/** A tag as nearly all are. */
const PLAIN_TAG = /^\[([A-Za-z0-9_]+) "([^"\\]{0,255})"\]$/;

/** The tag that is all of a line, if it is in the form of the standard; null for anything else. */
export function plainTag(text: string): Tag | null {
  const found = text.startsWith("[") ? PLAIN_TAG.exec(text) : null;
  if (found === null) return null;
  return { text, name: standardTagName(found[1]), value: found[2], isGood: true, isOpen: false };
}

/** Reads the tag that begins with the bracket at a place of a line; null if no name follows. */
export function tagAt(line: string, at: number): Tag | null {
  HEAD.lastIndex = at;
  if (!HEAD.test(line)) return null;
  const end = endOfTag(line, at, true);
  if (end >= 0) return tagOf(line.slice(at, end), true);
  // A backslash before the last quotation mark is meant as one: "C:\games\".
  const other = endOfTag(line, at, false);
  if (other >= 0) return tagOf(line.slice(at, other), false);
  const isOpen = !line.endsWith("]");
  return { ...tagOf(isOpen ? line.slice(at) : line.slice(at, line.indexOf("]", at) + 1), false), isOpen };
}

/** The place behind the bracket that closes a tag; brackets in quotation marks do not. −1 if there is none. */
function endOfTag(line: string, at: number, hasEscapes: boolean): number {
  const end = Math.min(line.length, at + LONGEST_TAG);
  let isQuoted = false;
  for (let place = at + 1; place < end; place++) {
    const c = line[place];
    if (c === "\\" && isQuoted && hasEscapes) place++;
    else if (c === '"') isQuoted = !isQuoted;
    else if (c === "]" && !isQuoted) return place + 1;
  }
  return -1;
}

/** @param isWhole whether brackets, quotation marks and backslashes are where they should be */
function tagOf(text: string, isWhole: boolean): Tag {
  HEAD.lastIndex = 0;
  const [head, name, blanks] = HEAD.exec(text) ?? ["", "", ""];
  const inside = text.slice(head.length).replace(/\]$/, "").trim();
  const isQuoted = /^".*"$/su.test(inside);
  const raw = inside.replace(/^"/, "").replace(/"$/, "");
  const value = isWhole ? raw.replace(/\\(["\\])/g, "$1") : raw.replaceAll('\\"', '"');
  const isGood = isWhole && isQuoted && blanks !== "" && TAG_NAME.test(name) && value.length <= LONGEST_VALUE;
  return { text, name: standardTagName(name), value, isGood, isOpen: false };
}

/**
 * Text from outside, made safe to print: control characters, with which a terminal would be commanded, become escapes that can
 * be read, and so do characters that turn the direction of writing. Line feeds and tabs stay.
 */

/** C0 without tab and line feed, delete, C1; separators of lines, marks of direction. */
const UNPRINTABLE = /(?![\t\n])\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * The text with these characters as JSON writes them. Within JSON they mean the same as before.
 *
 * @example printable("\x1b[31mred") // "\\u001b[31mred"
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

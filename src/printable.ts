/**
 * Text from outside, made safe to print: control characters, which a terminal would obey, become readable escapes, and so do
 * characters that change the direction of writing. Line feeds and tabs stay.
 */

/** C0 without tab and line feed, delete, C1; line separators, direction marks. */
const UNPRINTABLE = /(?![\t\n])\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * The text with these characters as JSON writes them. Within JSON they mean the same as before.
 *
 * @example printable("\x1b[31mred") // "\\u001b[31mred"
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

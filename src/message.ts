/**
 * Messages as data: a template and its values. The text is made where it is shown, in English by `textOf`, and on the page in the
 * visitor's language.
 */

/** What is reported: a template with its values, or a text that has no translation. */
export type Message = Template | string;

/** The English text before, between and after the values, and the values. Plain data, so that threads can send it. */
export type Template = readonly [parts: readonly string[], ...values: (Message | number)[]];

/**
 * Makes a message. A value may be a message, too: it is translated with the one around it.
 *
 * @example message`a pawn cannot be on ${square}` // dictionaries know it as "a pawn cannot be on {0}"
 */
export function message(...template: Template): Template {
  return template;
}

/** A `data:` address of more than 60 characters: a bundler may have put a whole file into one. */
const LONG_DATA = /\b(data:[^\s"'`]{54})[^\s"'`]{2,}/g;

/** A message in English, with long `data:` addresses cut short. */
export function textOf(message: Message | number): string {
  if (typeof message !== "object") return String(message).replace(LONG_DATA, "$1…");
  return message[0].reduce((text, part, i) => text + textOf(message[i] as Message) + part);
}

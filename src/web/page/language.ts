/** Language of the page: its texts are written in English, and looked up in the dictionary of the visitor's language. */

/** English texts and their translations. `{name}` stands for a value. */
export type Dictionary = Readonly<Record<string, string>>;

let dictionary: Dictionary = {};

/** Sets the dictionary; an empty one leaves all texts in English. */
export function useDictionary(next: Dictionary): void {
  dictionary = next;
}

/**
 * A text in the visitor's language; in English if the dictionary lacks it.
 *
 * @param text in English, with `{name}` for each of `values`
 */
export function t(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return (dictionary[text] ?? text).replaceAll(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
}

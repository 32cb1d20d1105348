/**
 * Language: texts are written in English, and looked up in the dictionary of the user's language. The page has dictionaries; the
 * terminal and the element have none.
 */

/** English texts and their translations. `{name}` stands for a value. */
export type Dictionary = Readonly<Record<string, string>>;

let dictionary: Dictionary = {};
let tag = "en";
/** By the number of decimals. */
let formats: Intl.NumberFormat[] = [];
let plurals: Intl.PluralRules | null = null;

/**
 * Sets the language; an empty dictionary leaves all texts in English.
 *
 * @param language its tag (BCP 47), for numbers and dates
 */
export function useDictionary(next: Dictionary, language = "en"): void {
  dictionary = next;
  tag = language;
  formats = [];
  plurals = null;
}

/** The tag of the language. */
export function languageTag(): string {
  return tag;
}

/** Values by their names, or by their places. */
type Values = Readonly<Record<string, string | number>>;

/**
 * A text in the reader's language; in English if the dictionary lacks it.
 *
 * @param text in English, with `{name}` for each of `values`, or `{0}` for the first of a list
 */
export function t(text: string, values: Values | readonly string[] = {}): string {
  // Texts may come from links: `constructor` is no entry.
  const translation = Object.hasOwn(dictionary, text) ? dictionary[text] : text;
  return translation.replaceAll(/\{(\w+)\}/g, (all, name: string) => String((values as Values)[name] ?? all));
}

/**
 * A text with a count, in the plural form that the language has for it.
 *
 * @param one the English singular, @param other the English plural; both with `{count}` for the number
 */
export function plural(count: number, one: string, other: string): string {
  plurals ??= new Intl.PluralRules(tag);
  return t(plurals.select(count) === "one" ? one : other, { count: numberText(count) });
}

/** A number with so many decimals: `1,234`, `12.3`. */
export function numberText(value: number, decimals = 0): string {
  formats[decimals] ??= new Intl.NumberFormat(tag, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: decimals === 0,
  });
  return formats[decimals].format(value);
}

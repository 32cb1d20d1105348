/** What a language's file holds. */

import type { Dictionary } from "../../play/text";

export interface Language {
  /** The texts of the page. */
  readonly texts: Dictionary;
  /** Messages from below, by their templates; `{0}` stands for the first value. */
  readonly messages: Dictionary;
}

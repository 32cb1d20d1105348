/** What a language's file holds. */

import type { Dictionary } from "../../play/text";

export interface Language {
  /** The texts of the page. */
  readonly texts: Dictionary;
  /** Messages from below, whose values are in them already. */
  readonly messages: Dictionary;
}

/** The error of a damaged file. */

import { WazabaError } from "../../errors";
import { type Message, message } from "../../message";

/** @param part what cannot be read */
export function damaged(part: Message): WazabaError {
  return new WazabaError("file", message`it is damaged: ${part}`);
}

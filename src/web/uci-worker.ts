/**
 * A worker that speaks UCI, as pages written for other engines expect: a message is one line of text or several, and each
 * answer is a line. The search runs in a worker of its own, which is started from here. All in one file, wherever that is.
 *
 * @example
 * const worker = new Worker("/uci-worker.js");
 * worker.onmessage = ({ data }) => console.log(data);
 * worker.postMessage("go movetime 1000");
 */

import { Uci } from "../protocol/uci";
import { NAME } from "../version";

const uci = new Uci({ name: NAME, write: (line) => postMessage(line), onQuit: close });

addEventListener("message", ({ data }) => {
  for (const line of String(data).split(/\r?\n/)) uci.receive(line);
});

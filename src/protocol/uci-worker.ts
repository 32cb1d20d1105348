/**
 * UCI in a web worker, as pages written for other engines expect it: a message is one or more lines of text, and each answer
 * is a line. The search runs in a second worker. All in one file, on any host.
 *
 * @example
 * const worker = new Worker("/uci-worker.js");
 * worker.onmessage = ({ data }) => console.log(data);
 * worker.postMessage("go movetime 1000");
 */

import { NAME } from "../version";
import { Uci } from "./uci";

const uci = new Uci({ name: NAME, write: (line) => postMessage(line), onQuit: close });

addEventListener("message", ({ data }) => {
  for (const line of String(data).split(/\r?\n/)) uci.receive(line);
});

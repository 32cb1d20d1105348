/** The search worker's message port in browsers. */

import type { Request, Start } from "./messages";
import type { Port } from "./port";

export type { Port };

/** Resolves with the first message, which holds the start data; later messages wait. */
export function openPort(): Promise<Port> {
  return new Promise((resolve) => {
    const waiting: Request[] = [];
    let receive = (request: Request): void => {
      waiting.push(request);
    };
    let hasStarted = false;
    addEventListener("message", ({ data }: MessageEvent) => {
      if (hasStarted) return receive(data as Request);
      hasStarted = true;
      resolve({
        start: data as Start,
        send: (replies) => postMessage(replies),
        onRequest: (listener) => {
          receive = listener;
          for (const request of waiting.splice(0)) receive(request);
        },
      });
    });
  });
}

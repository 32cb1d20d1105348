/** The engine on standard input and output: UCI, or the xboard protocol. */

import { SessionLog } from "../../engine/session/search-log";
import type { SessionSettings } from "../../engine/session/session";
import { LineReader, MAX_LINE } from "../../line-reader";
import { Uci } from "../../protocol/uci";
import { Xboard } from "../../protocol/xboard/xboard";
import { NAME } from "../../version";
import { printError } from "../output";
import { Interruption } from "./interruption";
import type { Log } from "./log";

/** Opens the log; messages for the client go to `inform`. */
type OpenLog = (inform: (text: string) => void) => Log;

/**
 * Runs the engine until `quit`, the end of the input, SIGINT or SIGTERM; a signal ends it like `quit`. Returns the exit code:
 * 128 plus the signal number after a signal.
 */
export async function runEngine(engine: SessionSettings, speaksXboard: boolean, openLog?: OpenLog): Promise<number> {
  const interruption = new Interruption();
  await new Promise<void>((resolve) => {
    let session: Uci | Xboard | null = null;
    /** Messages for the client, kept until its protocol is known. */
    let news: string | null = null;
    const log = openLog?.((text) => {
      printError(`wazaba: ${text}\n`);
      if (session === null) news = text;
      else session.inform(text);
    });
    const settings = {
      write: (line: string) => {
        write(line);
        log?.sent(line);
      },
      onQuit: resolve,
      log: log === undefined ? null : new SessionLog((text) => log.decided(text)),
      name: NAME,
      ...engine,
    };
    if (speaksXboard) session = new Xboard(settings);
    const sessionFor = (line: string) => {
      session ??= /^\s*xboard\s*$/.test(line) ? new Xboard(settings) : new Uci(settings);
      if (news !== null) session.inform(news);
      news = null;
      return session;
    };
    const reader = new LineReader(
      (line) => {
        const current = line.trim() === "" ? session : sessionFor(line);
        log?.received(line);
        current?.receive(line);
      },
      () => {
        const what = `a line of more than ${MAX_LINE} characters is skipped`;
        settings.write(session instanceof Xboard ? `Error (too long): ${what}` : `info string ${what}`);
      },
    );
    process.stdin.setEncoding("utf8");
    process.stdin.on("data", (text: string) => reader.push(text));
    process.stdin.on("end", () => {
      log?.decided("the input has ended");
      reader.end();
      sessionFor("").end();
    });
    process.stdin.on("error", () => sessionFor("").end());
    interruption.signal.addEventListener("abort", () => {
      log?.decided(`${interruption.name}: quits`);
      sessionFor("").receive("quit");
    });
    process.stdout.prependListener("error", ({ message }) => log?.decided(`the output was closed: ${message}`));
    process.once("exit", (code) => log?.decided(`the process ends, exit code ${code}`));
  });
  process.stdin.destroy();
  interruption.dispose();
  return interruption.exitCode;
}

let waiting = "";

/** Writes a line, together with all others of this turn of the event loop. */
function write(line: string): void {
  if (waiting === "") {
    setImmediate(() => {
      process.stdout.write(waiting);
      waiting = "";
    });
  }
  waiting += `${line}\n`;
}

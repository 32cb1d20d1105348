/**
 * The flag `--log`: input (`>`), output (`<`) and decisions (`=`), a line each, with the milliseconds since the start of the
 * process. Lines are written synchronously, so nothing is lost however the process ends; that takes microseconds, in a
 * thread that does not search.
 */

import { appendFileSync, openSync } from "node:fs";
import { quote, WazabaError } from "../../errors";
import { NAME } from "../../version";

/** A log file. */
export class Log {
  readonly #file: number;
  readonly #onFailure: (message: string) => void;
  /** The text before the first line. */
  #head: string;
  #hasFailed = false;

  /**
   * @param path a new file, or one to append to
   * @param onFailure called once when writing fails: a full disk should not lose a game
   * @throws {WazabaError} `log` if the file cannot be opened
   */
  constructor(path: string, onFailure: (message: string) => void) {
    try {
      this.#file = openSync(path, "a");
    } catch (error) {
      throw new WazabaError("log", `--log: ${quote(path)}: ${(error as Error).message}`);
    }
    this.#onFailure = onFailure;
    const { pid, version, platform, arch, argv } = process;
    const start = new Date(performance.timeOrigin).toISOString();
    const machine = `process ${pid}, Node ${version}, ${platform} ${arch}`;
    this.#head = `# ${NAME}, ${start}, ${machine}: ${JSON.stringify(argv.slice(2))}\n`;
  }

  /** A line from the client. */
  received(line: string): void {
    this.#add(">", line);
  }

  /** A line to the client. */
  sent(line: string): void {
    this.#add("<", line);
  }

  /** A decision of the engine. */
  decided(text: string): void {
    this.#add("=", text);
  }

  #add(mark: string, text: string): void {
    if (this.#hasFailed) return;
    try {
      appendFileSync(this.#file, `${this.#head}${performance.now().toFixed(1).padStart(10)} ${mark} ${text}\n`);
      this.#head = "";
    } catch (error) {
      this.#hasFailed = true;
      this.#onFailure(`the log cannot be written any more: ${(error as Error).message}`);
    }
  }
}

/**
 * Debian's Firefox, which `FIREFOX` may name, driven through its own Marionette protocol: JSON with its length before it, on a
 * local port. Playwright drives only a Firefox of its own.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { DrivenBrowser, PATIENCE } from "./driven";

const PATH = process.env.FIREFOX ?? "/usr/bin/firefox-esr";
/** Marionette takes any free port and writes its number to the profile; Firefox must not use the network otherwise. */
const PREFERENCES = `user_pref("marionette.port", 0);
user_pref("app.update.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("toolkit.telemetry.enabled", false);
`;

/** If a Firefox is named it must exist: tests that need it fail instead of being skipped. */
export function hasFirefox(): boolean {
  return process.env.FIREFOX !== undefined || existsSync(PATH);
}

/** A headless Firefox with one window. */
export class Firefox extends DrivenBrowser {
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #asked = 0;
  readonly #waiting = new Map<number, (reply: [unknown, unknown]) => void>();

  private constructor(process: ChildProcess, profile: string, socket: Socket) {
    super();
    this.#process = process;
    this.#profile = profile;
    this.#socket = socket;
    socket.on("data", (data) => this.#onData(data));
  }

  static async launch(width: number, height: number): Promise<Firefox> {
    const profile = mkdtempSync(join(tmpdir(), "wazaba-firefox-"));
    writeFileSync(join(profile, "user.js"), PREFERENCES);
    const window = { MOZ_HEADLESS_WIDTH: String(width), MOZ_HEADLESS_HEIGHT: String(height) };
    const started = spawn(
      PATH,
      ["--headless", "--no-remote", "--profile", profile, "--marionette", "--remote-allow-system-access"],
      { stdio: "ignore", env: { ...process.env, ...window, HOME: profile } },
    );
    const file = join(profile, "MarionetteActivePort");
    for (const end = Date.now() + PATIENCE; !existsSync(file); await pause(100))
      if (Date.now() > end || started.exitCode !== null) throw new Error("Firefox does not start");
    await pause(100);
    const socket = connect(Number(readFileSync(file, "utf8")), "127.0.0.1");
    await once(socket, "connect");
    const firefox = new Firefox(started, profile, socket);
    await firefox.#ask("WebDriver:NewSession", {});
    return firefox;
  }

  async goto(url: string): Promise<void> {
    await this.#ask("WebDriver:Navigate", { url });
  }

  override async evaluate<T>(script: string, ...args: unknown[]): Promise<T> {
    const { value } = (await this.#ask("WebDriver:ExecuteScript", { script, args })) as { value: T };
    return value;
  }

  protected override async perform(actions: readonly object[]): Promise<void> {
    await this.#ask("WebDriver:PerformActions", { actions });
  }

  /** What the console holds against files of this host. */
  async complaints(address: string): Promise<string[]> {
    await this.#ask("Marionette:SetContext", { value: "chrome" });
    const found = await this.evaluate<string[]>(
      `return Services.console.getMessageArray()
         .filter((one) => one instanceof Ci.nsIScriptError && one.sourceName.startsWith(arguments[0]))
         .filter((one) => !(one.flags & (Ci.nsIScriptError.warningFlag | Ci.nsIScriptError.infoFlag)))
         .map((one) => one.message)`,
      address,
    );
    await this.#ask("Marionette:SetContext", { value: "content" });
    return found;
  }

  /** The window as PNG. */
  async picture(): Promise<Buffer> {
    const { value } = (await this.#ask("WebDriver:TakeScreenshot", { full: false })) as { value: string };
    return Buffer.from(value, "base64");
  }

  async close(): Promise<void> {
    const ended = once(this.#process, "exit");
    await this.#ask("Marionette:Quit", { flags: ["eForceQuit"] }).catch(() => this.#process.kill());
    await ended;
    this.#socket.destroy();
    rmSync(this.#profile, { recursive: true, force: true });
  }

  async #ask(command: string, parameters: object): Promise<unknown> {
    const id = ++this.#asked;
    const text = JSON.stringify([0, id, command, parameters]);
    const reply = new Promise<[unknown, unknown]>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [error, result] = await reply;
    if (error !== null) throw new Error(`${command}: ${JSON.stringify(error).slice(0, 500)}`);
    return result;
  }

  #onData(data: Buffer): void {
    this.#received = Buffer.concat([this.#received, data]);
    for (;;) {
      const colon = this.#received.indexOf(":");
      const end = colon + 1 + Number(this.#received.subarray(0, Math.max(colon, 0)).toString());
      if (colon < 0 || this.#received.length < end) return;
      const message: unknown = JSON.parse(this.#received.subarray(colon + 1, end).toString());
      this.#received = this.#received.subarray(end);
      // The greeting is no reply.
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message as [number, number, unknown, unknown];
      this.#waiting.get(id)?.([error, result]);
      this.#waiting.delete(id);
    }
  }
}

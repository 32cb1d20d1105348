/**
 * Debian's WebKitGTK in its MiniBrowser, driven by WebDriver (`webkit2gtk-driver`), which `WEBKIT_DRIVER` may name. It has no headless
 * mode, so it needs a screen, Xvfb's, and a D-Bus session.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../port";
import { DrivenBrowser, PATIENCE } from "./driven";

const DRIVER = process.env.WEBKIT_DRIVER ?? "/usr/bin/WebKitWebDriver";
/** Without a graphics card, WebKit cannot share buffers with it. */
const SETTINGS = { WEBKIT_DISABLE_DMABUF_RENDERER: "1", WEBKIT_DISABLE_COMPOSITING_MODE: "1", NO_AT_BRIDGE: "1" };

/** If a driver is named it must exist: tests that need it fail instead of being skipped. */
export function hasWebKit(): boolean {
  return process.env.WEBKIT_DRIVER !== undefined || existsSync(DRIVER);
}

/** A browser with one window. */
export class WebKit extends DrivenBrowser {
  readonly #process: ChildProcess;
  readonly #home: string;
  readonly #driver: string;
  #session = "";

  private constructor(process: ChildProcess, home: string, driver: string) {
    super();
    this.#process = process;
    this.#home = home;
    this.#driver = driver;
  }

  static async launch(width: number, height: number): Promise<WebKit> {
    const home = mkdtempSync(join(tmpdir(), "wazaba-webkit-"));
    const port = await freePort();
    const screen = `-screen 0 ${width + 20}x${height + 120}x24 -nolisten tcp`;
    const command = ["xvfb-run", "-a", "-s", screen, DRIVER, `--port=${port}`];
    const started = spawn("dbus-run-session", ["--", ...command], {
      stdio: "ignore",
      // A group of its own, so that all of them can be ended.
      detached: true,
      env: { ...process.env, ...SETTINGS, HOME: home, XDG_RUNTIME_DIR: home },
    });
    const webkit = new WebKit(started, home, `http://127.0.0.1:${port}`);
    try {
      await webkit.#begin(width, height);
    } catch (error) {
      await webkit.close();
      throw error;
    }
    return webkit;
  }

  async #begin(width: number, height: number): Promise<void> {
    for (const end = Date.now() + PATIENCE; ; await pause(100)) {
      if (await fetch(`${this.#driver}/status`).catch(() => null)) break;
      if (Date.now() > end || this.#process.exitCode !== null) throw new Error("WebKit's driver does not start");
    }
    const timeouts = { script: PATIENCE, pageLoad: PATIENCE };
    const { sessionId } = (await this.#ask("POST", "/session", {
      capabilities: { alwaysMatch: { timeouts } },
    })) as { sessionId: string };
    this.#session = `/session/${sessionId}`;
    await this.#ask("POST", "/window/rect", { width, height });
  }

  async goto(url: string): Promise<void> {
    await this.#ask("POST", "/url", { url });
  }

  override async evaluate<T>(script: string, ...args: unknown[]): Promise<T> {
    return (await this.#ask("POST", "/execute/sync", { script, args })) as T;
  }

  protected override async perform(actions: readonly object[]): Promise<void> {
    await this.#ask("POST", "/actions", { actions });
  }

  /** The window as PNG. */
  async picture(): Promise<Buffer> {
    return Buffer.from((await this.#ask("GET", "/screenshot")) as string, "base64");
  }

  async close(): Promise<void> {
    if (this.#session !== "") await this.#ask("DELETE", "").catch(() => {});
    if (this.#process.pid !== undefined && this.#process.exitCode === null) {
      const ended = once(this.#process, "exit");
      process.kill(-this.#process.pid);
      await ended;
    }
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }

  async #ask(method: "GET" | "POST" | "DELETE", command: string, parameters?: object): Promise<unknown> {
    const response = await fetch(`${this.#driver}${this.#session}${command}`, {
      method,
      ...(parameters && { body: JSON.stringify(parameters) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${command}: ${JSON.stringify(value).slice(0, 500)}`);
    return value;
  }
}

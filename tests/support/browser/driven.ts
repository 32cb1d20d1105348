/** What browsers have in common that are driven by WebDriver's commands, whatever carries them. */

import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds. */
export const PATIENCE = 60_000;

/** A browser with one window. */
export abstract class DrivenBrowser {
  /** Runs a function's body in the page. @returns what it returns; a promise is waited for */
  abstract evaluate<T>(script: string, ...args: unknown[]): Promise<T>;

  /** Performs actions of WebDriver. */
  protected abstract perform(actions: readonly object[]): Promise<void>;

  /** Waits until an expression is true in the page. */
  async until(expression: string): Promise<void> {
    for (const end = Date.now() + PATIENCE; Date.now() < end; await pause(100))
      if (await this.evaluate<boolean>(`return Boolean(${expression})`)) return;
    throw new Error(`never: ${expression}`);
  }

  /** Clicks in the middle of an element, with the mouse. */
  async click(selector: string): Promise<void> {
    const { x, y } = await this.evaluate<{ x: number; y: number }>(
      `const box = document.querySelector(arguments[0]).getBoundingClientRect();
       return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };`,
      selector,
    );
    const actions = [
      { type: "pointerMove", duration: 0, origin: "viewport", x, y },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ];
    await this.perform([{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }]);
  }
}

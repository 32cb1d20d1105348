/** The buttons in the share panel that make an image of the position. */

import type { GameRecord } from "../../play/record";
import { find, saveFile } from "../shell/dom";
import { t } from "../shell/language";

/** @param say announces a text to screen readers */
export function setUpImages(record: GameRecord, say: (text: string) => void): void {
  const board = find("board", HTMLElement);
  const error = find("image-error", HTMLElement);
  const on = (id: string, action: () => Promise<void>) => {
    find(id, HTMLButtonElement).addEventListener("click", async () => {
      error.hidden = true;
      try {
        await action();
      } catch {
        error.textContent = t("This image cannot be made here.");
        error.hidden = false;
      }
    });
  };
  on("image-svg", async () => {
    const { svgOf, imageName } = await import("./image");
    saveFile(`${imageName(record.current)}.svg`, new Blob([svgOf(board)], { type: "image/svg+xml" }));
  });
  on("image-png", async () => {
    const { svgOf, pngOf, imageName } = await import("./image");
    saveFile(`${imageName(record.current)}.png`, await pngOf(svgOf(board)));
  });
  on("image-copy", async () => {
    // The clipboard wants its promise at once, while the click is fresh.
    const png = import("./image").then(({ svgOf, pngOf }) => pngOf(svgOf(board)));
    await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
    say(t("image copied"));
  });
  find("image-copy", HTMLElement).hidden = typeof ClipboardItem === "undefined";
}

/** Dark or light theme: the system's, until the user chooses. */

import { find } from "./dom";
import { recall, remember } from "./preferences";

const KEY = "theme";
type Theme = "light" | "dark";

export function setUpTheme(): void {
  const chosen = recall(KEY);
  if (chosen === "light" || chosen === "dark") show(chosen);
  find("theme", HTMLButtonElement).addEventListener("click", switchTheme);
}

export function switchTheme(): void {
  const theme = current() === "dark" ? "light" : "dark";
  show(theme);
  remember(KEY, theme);
}

function current(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen !== undefined) return chosen as Theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

/** Dark or light theme: the system's, until the user chooses. */

import { find } from "./dom";

const KEY = "theme";
type Theme = "light" | "dark";

export function setUpTheme(): void {
  const chosen = remembered();
  if (chosen !== null) show(chosen);
  find("theme", HTMLButtonElement).addEventListener("click", switchTheme);
}

export function switchTheme(): void {
  const theme = present() === "dark" ? "light" : "dark";
  show(theme);
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage may be forbidden; then the system decides again next time.
  }
}

function present(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen !== undefined) return chosen as Theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

function remembered(): Theme | null {
  try {
    const theme = localStorage.getItem(KEY);
    return theme === "light" || theme === "dark" ? theme : null;
  } catch {
    return null;
  }
}

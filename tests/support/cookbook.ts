/** The tasks of `docs/cookbook.md`. */

import { readFileSync } from "node:fs";

export interface CookbookTask {
  readonly title: string;
  readonly language: "js" | "jsx";
  readonly code: string;
}

export function cookbook(): CookbookTask[] {
  const text = readFileSync(new URL("../../docs/cookbook.md", import.meta.url), "utf8");
  return [...text.matchAll(/^## ([^\n]*)\n\n```(jsx?)\n(.*?)\n```$/gms)].map(([, title, language, code]) => ({
    title,
    language: language as CookbookTask["language"],
    code,
  }));
}

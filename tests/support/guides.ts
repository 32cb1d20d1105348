/** The README and the guides. */

import { readdirSync } from "node:fs";

/** Their paths. */
export const GUIDES = [
  "README.md",
  "docs/CONTRIBUTING.md",
  "CHANGELOG.md",
  "training/README.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/** README and guides: what they link to and name exists. */

import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { wazaba } from "../support/clients/wazaba";
import { GUIDES } from "../support/guides";

const textOf = (guide: string) => readFileSync(guide, "utf8");
/** Without samples, which may hold anything. */
const proseOf = (guide: string) => textOf(guide).replaceAll(/^```.*?^```$/gms, "");

/** The anchors of a guide's headings, as repository pages and TypeDoc make them. */
function anchorsOf(guide: string): string[] {
  return [...proseOf(guide).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, "")
      .replaceAll(/\s/g, "-"),
  );
}

describe.each(GUIDES)("%s", (guide) => {
  test("links to files, and headings, that are there", () => {
    const dead = [...proseOf(guide).matchAll(/\]\(([^)\s]+)\)/g)].filter(([, link]) => {
      if (/^https?:/.test(link)) return false;
      const [path, anchor] = link.split("#");
      const target = path === "" ? guide : normalize(join(dirname(guide), path));
      return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
    });
    expect(dead.map(([, link]) => link)).toEqual([]);
  });

  test("names paths that are there", () => {
    const quoted = proseOf(guide).matchAll(/`((?:assembly|bench|docs|nets|src|tests|training)\/[\w./-]+)`/g);
    const drawn = proseOf(guide).matchAll(/[\s(]((?:assembly|bench|docs|nets|src|tests|training)\/[\w./-]+\.\w+)/g);
    const named = [...quoted, ...drawn];
    expect(named.map(([, path]) => path).filter((path) => !isMade(path) && !existsSync(path))).toEqual([]);
  });

  test("leaves the constants of a build to the build", () => {
    expect(textOf(guide)).not.toMatch(/--use \w+=/);
  });
});

/** What a command leaves behind, and what recipes leave to the reader to name. */
function isMade(path: string): boolean {
  return path === "tests/browser/pictures/" || path.includes("NAME");
}

const SYNOPSES = [...wazaba("--help").out.matchAll(/^ {2}wazaba(.*?)(?: {2,}.*)$/gm)].map(
  ([, rest]) => `wazaba${rest}`,
);

test("the table of commands has those of wazaba --help, in their order", () => {
  const rows = [...textOf("docs/command-line.md").matchAll(/^\| `(wazaba.*?)` \|/gm)];
  expect(rows.map(([, synopsis]) => synopsis.replaceAll("\\|", "|"))).toEqual(SYNOPSES);
});

test("the table of npm's scripts in docs/CONTRIBUTING.md has all, and no other", () => {
  const { scripts } = JSON.parse(textOf("package.json"));
  const named = [...textOf("docs/CONTRIBUTING.md").matchAll(/^\| `npm (?:run )?([\w:]+)/gm)].map(([, name]) => name);
  // The rest is of others: npm calls the one by itself, the other belongs to the build.
  const own = Object.keys(scripts).filter((name) => !["prepare", "pretest", "build:types"].includes(name));
  expect(named.sort()).toEqual(own.sort());
});

test("the README is read in one go: 200 lines", () => {
  expect(textOf("README.md").split("\n").length).toBeLessThanOrEqual(200);
});

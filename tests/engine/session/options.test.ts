/** The declarations of the options: docs/options.md is made from them, and so is what `--help` says. */

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { describeRange, type Option, optionsWith } from "../../../src/engine/session/options";
import { Session } from "../../../src/engine/session/session";
import { wazaba } from "../../support/clients/wazaba";

const OPTIONS = Object.entries(optionsWith([]));

function rowOf([name, option]: [string, Option]): string {
  const usual = "default" in option ? option.default : "";
  return `| \`${name}\` | ${option.type} | ${describeRange(option)} | ${usual} | ${option.about} |`;
}

test("docs/options.md has them as they are declared", async () => {
  const guide = `# Options

The engine's options in UCI: \`setoption name NAME value VALUE\`; most of them are in xboard's menus, too. In JavaScript they are
set by \`engine.setOption(NAME, VALUE)\`, or by \`options\` of \`Engine.create\`. This page is made from \`src/engine/session/options.ts\` by
\`npx vitest run tests/engine/session --update\`.

| option | type | takes | default | what for |
| --- | --- | --- | --- | --- |
${OPTIONS.map(rowOf).join("\n")}
`;
  await expect(guide).toMatchFileSnapshot("../../../docs/options.md");
});

test("wazaba uci --help names each, with its range, its default, and what it is for", () => {
  const { out } = wazaba("uci", "--help");
  for (const [name, option] of OPTIONS) {
    const usual = "default" in option ? `, default ${option.default}` : "";
    expect(out).toContain(`\n  ${name} (${describeRange(option)}${usual}): ${option.about}\n`);
  }
});

const WEB = new URL("../../../dist/web/", import.meta.url);
/** What entries share, and what the page loads late, is in files of their own. */
const filesOf = (prefix: string) => readdirSync(WEB).filter((file) => file.startsWith(prefix));

test.each([
  ["wazaba.js", filesOf("shared-")],
  ["inline.js", []],
  ["uci-worker.js", []],
  ["page.js", filesOf("page-chunk-")],
] as const)("%s does without what they are for", (file, shared) => {
  const text = [file, ...shared].map((name) => readFileSync(new URL(name, WEB), "utf8")).join("\n");
  expect(text).toContain("MateSearchShare");
  for (const [, { about }] of OPTIONS.filter(([name]) => !name.startsWith("Extend"))) expect(text).not.toContain(about);
});

describe("each declaration", () => {
  test.each(OPTIONS)("of %s has a default that it takes, and says what it is for", (_name, option) => {
    expect(option.about).toMatch(/^[\w`].{10,}[^.]$/);
    if (option.type === "spin") {
      expect(option.default).toBeGreaterThanOrEqual(option.min);
      expect(option.default).toBeLessThanOrEqual(option.max);
    } else if (option.type === "combo") expect(option.choices).toContain(option.default);
  });

  test("is what a session begins with", () => {
    const { options } = new Session({}, () => {});
    for (const [name, option] of OPTIONS) {
      expect(options).toHaveProperty([name], "default" in option ? option.default : null);
    }
  });
});

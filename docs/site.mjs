/**
 * A TypeDoc plugin for `npm run docs`: names guides by their headings, so that they need no front matter, sorts them into groups, and
 * names the reference.
 */

import { Converter, ReflectionKind } from "typedoc";

/**
 * Groups by the end of the path; the first match counts.
 *
 * @type {readonly (readonly [pattern: RegExp, group: string])[]}
 */
const GROUPS = [
  [/\/recipes\/[^/]+$/, "Recipes"],
  [/\/docs\/(cluster|command-line|games|options|protocols|search|study|web)\.md$/, "Guides"],
  [/\/docs\/[^/]+$|CONTRIBUTING\.md$/, "Guides for contributors"],
  [/./, "Records"],
];

/** @param {import("typedoc").Application} application */
export function load({ converter }) {
  converter.on(Converter.EVENT_CREATE_DOCUMENT, (_context, document) => {
    const path = document.project.files.getReflectionPath(document) ?? "";
    const heading = /^# (.+)$/m.exec(document.content.map(({ text }) => text).join(""));
    if (heading === null) throw new Error(`${path} has no heading`);
    document.name = heading[1];
    document.frontmatter.group = GROUPS.find(([pattern]) => pattern.test(path))?.[1] ?? "Records";
  });
  converter.on(Converter.EVENT_CREATE_DECLARATION, (_context, reflection) => {
    if (reflection.kindOf(ReflectionKind.Module)) reflection.name = "The package's API";
  });
}

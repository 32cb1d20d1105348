/**
 * A plugin of TypeDoc's for `npm run docs`: guides are named by their headings, so they need no front matter, and stand in groups;
 * the reference is named, too.
 */

import { Converter, ReflectionKind } from "typedoc";

/** By what the path ends with; the first that fits counts. */
const GROUPS = [
  [/\/recipes\/[^/]+$/, "Recipes"],
  [/\/docs\/(cluster|command-line|games|options|protocols|search|study|web)\.md$/, "Guides"],
  [/\/docs\/[^/]+$|CONTRIBUTING\.md$/, "Guides for contributors"],
  [/./, "Records"],
];

export function load({ converter }) {
  converter.on(Converter.EVENT_CREATE_DOCUMENT, (_context, document) => {
    const path = document.project.files.getReflectionPath(document);
    const heading = /^# (.+)$/m.exec(document.content.map(({ text }) => text).join(""));
    document.name = heading[1];
    document.frontmatter.group = GROUPS.find(([pattern]) => pattern.test(path))[1];
  });
  converter.on(Converter.EVENT_CREATE_DECLARATION, (_context, reflection) => {
    if (reflection.kindOf(ReflectionKind.Module)) reflection.name = "The package's API";
  });
}

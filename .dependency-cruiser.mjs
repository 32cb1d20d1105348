/**
 * The layers of the house, as a rule of `npm run lint`: which folder may import which, types included, and no circles between
 * files or folders. docs/architecture.md shows them as a picture, which `npm run graph` draws from the same source.
 */

const assembly = "^assembly/";
const src = "^src/";

/** What each folder may import besides itself and `errors.ts`. Whoever is not listed here may import everything below it. */
const LAYERS = {
  "assembly/rules": ["assembly/[^/]+$"],
};

const rules = Object.entries(LAYERS).map(([folder, allowed]) => ({
  name: `layer of ${folder}`,
  severity: "error",
  from: { path: `^${folder}/` },
  to: { path: [assembly, src], pathNot: [`^${folder}/`, ...allowed.map((one) => `^${one}`), "^src/errors\\.ts$"] },
}));

export default {
  forbidden: [
    { name: "no circle of files", severity: "error", from: {}, to: { circular: true } },
    { name: "no circle of folders", severity: "error", scope: "folder", from: {}, to: { circular: true } },
    { name: "nothing unresolved", severity: "error", from: {}, to: { couldNotResolve: true } },
    ...rules,
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: { extensions: [".ts", ".mjs", ".js", ".json"] },
  },
};

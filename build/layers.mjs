/**
 * The layers of the house, checked by `npm run lint`: a folder imports only from folders below it, types included, and there are no
 * cycles between files or folders. docs/architecture.md shows the layers as a picture, which `npm run graph` draws.
 */

/** From the bottom up. Folders on the same line do not import each other. */
const LAYERS = [
  ["assembly/rules"],
  ["assembly/evaluation"],
  ["assembly/search", "assembly/endgame"],
  ["src/chess/variants"],
  ["src/chess/position"],
  ["src/chess/rules"],
  ["src/chess/notation", "src/engine/net", "src/engine/time"],
  ["src/chess/book", "src/engine/core"],
  ["src/engine/endgame", "src/engine/syzygy"],
  ["src/engine/worker"],
  ["src/engine/threads"],
  ["src/engine/session", "src/jobs"],
  ["src/players"],
  ["src/review"],
  ["src/api"],
  ["src/app/play", "src/hooks"],
  ["src/lab/openings"],
  ["src/lab/bench", "src/lab/datagen", "src/lab/match", "src/lab/suite"],
  ["src/lab/tournament", "src/lab/tune"],
  ["src/lab/watch"],
  ["src/cluster"],
  ["src/protocol"],
  ["src/app/page/languages"],
  ["src/app/page/shell"],
  ["src/app/page/board"],
  ["src/app/page/games", "src/app/page/analysis", "src/app/page/offline"],
  ["src/app/page/review"],
  ["src/app/page", "src/app/element"],
  ["src/app/server.ts", "src/app/terminal"],
  ["src/cli"],
];

/** A pattern for everything in a folder, or a file of that name. */
const inside = (/** @type {string} */ folder) => `^${folder}(/|$)`;

const layerRules = LAYERS.flatMap((layer, height) => {
  return layer.flatMap((folder) => {
    const above = [...layer, ...LAYERS.slice(height + 1).flat()].filter((other) => other !== folder);
    // A rule without a path would match everything.
    if (above.length === 0) return [];
    // A folder may be in a layer below that of its parent.
    const below = [folder, ...LAYERS.slice(0, height).flat()];
    const nested = below.filter((other) => other.startsWith(`${folder}/`));
    return {
      name: `${folder} imports only what is below it`,
      severity: "error",
      from: { path: inside(folder), ...(nested.length > 0 && { pathNot: nested.map(inside) }) },
      to: { path: above.map(inside), pathNot: below.map(inside) },
    };
  });
});

/** No rule would apply to a folder that is not in the list above. */
const everyFolder = {
  name: "every folder has its layer",
  severity: "error",
  from: { path: "^(src|assembly)/[^/]+/", pathNot: LAYERS.flat().map(inside) },
  to: {},
};

export default {
  forbidden: [
    { name: "no cycle of files", severity: "error", from: {}, to: { circular: true } },
    { name: "no cycle of folders", severity: "error", scope: "folder", from: {}, to: { circular: true } },
    // build/build.mjs generates the files called `inlined:`; applications bring their frameworks.
    {
      name: "every import resolves",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^(inlined:|(react|vue|svelte/store)$)" },
    },
    // An optional peer dependency: only `--cluster` may load it.
    {
      name: "BullMQ is imported dynamically",
      severity: "error",
      from: {},
      to: { path: "node_modules/(bullmq|ioredis)/", dynamic: false, dependencyTypesNot: ["type-only", "type-import"] },
    },
    {
      name: "the core does not import the host",
      severity: "error",
      from: { path: "^assembly/" },
      to: { path: "^src/" },
    },
    { name: "nothing that ships imports tests", severity: "error", from: {}, to: { path: "^(tests|bench)/" } },
    everyFolder,
    ...layerRules,
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    // Type imports count, too.
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: { extensions: [".ts", ".mjs", ".js", ".json"] },
  },
};

/** Other runtimes, from npm: Deno, Bun, and workerd in Miniflare. The same signature, and idle engines let a process end. */

import { access } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHESS } from "../../src/chess/variants/games";
import { netNameOf } from "../../src/engine/net/nets";
import { emptyFolder, install, output, pack, removeFolders } from "../support/project";

const MINUTES = 60_000;
const NET = netNameOf(CHESS) ?? "";

/** Searches to a depth, in Node as well; nothing is disposed of. */
const program = (entry: string, worker: boolean) => `import { Engine } from "${entry}";
const notices = [];
const found = [];
for (const core of ["wasm", "ts"]) {
  const options = { core, worker: ${worker}, onNotice: (text) => notices.push(text) };
  const engine = await Engine.create({ ...options, options: { MateSearch: false } });
  const { nodes } = await engine.go({ depth: 6 }).result;
  const endless = engine.go();
  setTimeout(() => endless.stop(), 50);
  found.push(engine.core, nodes, (await endless.result).move !== null);
}
console.log(JSON.stringify([found, notices]));
`;

const WORKERD = `import { Engine, Position } from "wazaba";
import core from "wazaba/core.wasm";
import tt from "wazaba/tt.wasm";
import net from "wazaba/${NET}";

const assets = { "core.wasm": core, "tt.wasm": tt, "${NET}": net };

async function answer(path) {
  if (path === "/rules") return Position.start().legalMoves().length;
  if (path === "/worker") return (await Engine.create()).core;
  if (path === "/files") return (await Engine.create({ worker: false })).core;
  const engine = await Engine.create({ worker: false, assets, options: { MateSearch: false } });
  if (path === "/time") return typeof (await engine.go({ movetime: 100 }).result).move;
  return (await engine.go({ depth: 6 }).result).nodes;
}

export default {
  async fetch({ url }) {
    return Response.json(await answer(new URL(url).pathname).catch(({ code, message }) => [code, message]));
  },
};
`;

const SERVER = `import { Miniflare } from "miniflare";

// The package imports its twin by an address that is not known before: Miniflare wants a list then.
const miniflare = new Miniflare({
  modulesRoot: "dist",
  modules: [
    { type: "ESModule", path: "dist/worker.js" },
    ...["core.wasm", "tt.wasm"].map((name) => ({ type: "CompiledWasm", path: "dist/" + name })),
    { type: "Data", path: "dist/${NET}" },
  ],
});
const found = {};
for (const path of ["/rules", "/nodes", "/time", "/worker", "/files"])
  found[path] = await (await miniflare.dispatchFetch("http://localhost" + path)).json();
await miniflare.dispose();
console.log(JSON.stringify(found));
`;

let folder: string;
/** What Node finds. */
let expected: unknown;

beforeAll(async () => {
  const tarball = await pack(await emptyFolder());
  folder = await install(tarball, {
    "package.json": JSON.stringify({
      name: "sample",
      private: true,
      type: "module",
      dependencies: { bun: "1.4.5", deno: "2.9.6", miniflare: "4.20260730.0" },
    }),
    "main.js": program("wazaba", true),
    "inline.js": program("wazaba/inline", true),
    "here.js": program("wazaba", false),
    "worker.js": WORKERD,
    "server.js": SERVER,
  });
  expected = JSON.parse(await output(folder, process.execPath, ["main.js"]));
}, 5 * MINUTES);

afterAll(removeFolders, MINUTES);

const binary = (name: string) => join(folder, "node_modules/.bin", name);

describe.each([
  ["deno", ["run", "--allow-read"]],
  ["bun", []],
])("%s", (runtime, args) => {
  test.each(["main.js", "inline.js", "here.js"])(
    "%s: the same nodes, no notice, and it ends by itself",
    { timeout: 2 * MINUTES },
    async (file) => {
      const said = await output(folder, binary(runtime), [...args, file], { DENO_NO_UPDATE_CHECK: "1" });
      expect(JSON.parse(said)).toEqual(expected);
      expect(JSON.parse(said)[1]).toEqual([]);
    },
  );
});

test("workerd: in the calling thread, with files that are imported", { timeout: 3 * MINUTES }, async () => {
  await build({
    absWorkingDir: folder,
    entryPoints: ["worker.js"],
    bundle: true,
    format: "esm",
    conditions: ["workerd", "worker", "browser"],
    outdir: "dist",
    loader: { ".wasm": "copy", ".net": "copy" },
    // A package's own names for its files, as the bundler of workerd's tools keeps them.
    assetNames: "[name]",
  });
  await access(join(folder, "dist/core.wasm"));
  const found = JSON.parse(await output(folder, process.execPath, [pathToFileURL(join(folder, "server.js")).pathname]));
  const [[, nodes]] = expected as [[string, number]];
  expect(found).toEqual({
    "/rules": 20,
    "/nodes": nodes,
    "/time": "string",
    "/worker": ["worker", expect.stringContaining("worker: false")],
    "/files": ["asset", expect.stringContaining("pass the file itself, in the option assets")],
  });
});

import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { constants } from "./build/constants.mjs";

/** Folders of tests that `vitest run` leaves out, since they take long or need a browser or Redis: each has a mode of its own. */
const APART = ["slow", "package", "browser", "cluster"];

/** What a test of these folders may take, milliseconds: bundlers and installations are slow beside each other. */
const TIMEOUTS: Readonly<Record<string, number>> = { browser: 60_000, package: 120_000 };

export default defineConfig(({ mode }) => ({
  // The twin's files before AssemblyScript's, as in build/build.mjs.
  define: constants(),
  resolve: { extensions: [".twin.ts", ".ts", ".mjs", ".js"] },
  test: {
    include: APART.includes(mode) ? [`tests/${mode}/**/*.test.ts`] : ["tests/**/*.test.ts"],
    exclude: APART.includes(mode) ? [] : APART.map((folder) => `tests/${folder}/**`),
    // Workers as there are processors: vitest leaves one free, which on two processors is half of them.
    maxWorkers: availableParallelism(),
    // Many tests start processes, or browsers, which are several: on a busy machine that takes its time.
    testTimeout: TIMEOUTS[mode] ?? 30_000,
    hookTimeout: 30_000,
    // A test in which nothing was expected has seen nothing: a loop over an empty list fails.
    expect: { requireAssertions: true, poll: { timeout: mode === "browser" ? 30_000 : 15_000 } },
    setupFiles: ["tests/support/portable.ts"],
  },
}));

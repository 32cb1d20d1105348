import { defineConfig } from "vitest/config";

/** `vitest run` is quick; `vitest run --mode slow` is exhaustive instead. */
export default defineConfig(({ mode }) => ({
  // The twin's files before AssemblyScript's, as in build.mjs.
  define: { VARIANTS: "1" },
  resolve: { extensions: [".twin.ts", ".ts", ".mjs", ".js"] },
  test: {
    include: mode === "slow" ? ["tests/slow/**/*.test.ts"] : ["tests/**/*.test.ts"],
    exclude: mode === "slow" ? [] : ["tests/slow/**"],
    // Many tests start processes: on a busy machine that takes its time.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    setupFiles: ["tests/portable.ts"],
  },
}));

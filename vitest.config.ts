import { defineConfig } from "vitest/config";

/** Tests that `vitest run` leaves out, by the mode that runs them instead: they take long, or need a browser. */
const APART: Record<string, string> = { slow: "tests/slow/**", package: "tests/package/**" };

export default defineConfig(({ mode }) => ({
  // The twin's files before AssemblyScript's, as in build.mjs.
  define: { VARIANTS: "1" },
  resolve: { extensions: [".twin.ts", ".ts", ".mjs", ".js"] },
  test: {
    include: [`${APART[mode] ?? "tests/**"}/*.test.ts`],
    exclude: mode in APART ? [] : Object.values(APART),
    // Many tests start processes: on a busy machine that takes its time.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    setupFiles: ["tests/portable.ts"],
  },
}));

import { defineConfig } from "vitest/config";

export default defineConfig({
  // The twin's files before AssemblyScript's, as in build.mjs.
  resolve: { extensions: [".twin.ts", ".ts", ".mjs", ".js"] },
  test: { include: ["tests/**/*.test.ts"], exclude: ["tests/slow/**"], setupFiles: ["tests/portable.ts"] },
});

/** Installing a game's network: what the package knows of it afterwards. */

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test, vi } from "vitest";
import { install } from "../../../training/install.mjs";

const root = mkdtempSync(join(tmpdir(), "wazaba-"));
afterAll(() => rmSync(root, { recursive: true }));

test("a game's network is in the list, the exports and the package, once", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  for (const folder of ["training/nets", "src/engine/net"]) mkdirSync(join(root, folder), { recursive: true });
  for (const file of ["package.json", "src/engine/net/nets.json"]) cpSync(file, join(root, file));
  const before = JSON.parse(readFileSync("package.json", "utf8"));
  for (const text of ["first", "second"]) {
    writeFileSync(join(root, "made.net"), text);
    install(join(root, "made.net"), "wazir", pathToFileURL(`${root}/`));
    expect(readFileSync(join(root, "training/nets/wazir.net"), "utf8")).toBe(text);
  }
  const nets = JSON.parse(readFileSync(join(root, "src/engine/net/nets.json"), "utf8"));
  expect(nets).toMatchObject({ chess: "chess.net", wazir: "wazir.net" });
  const after = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(after.exports).toEqual({ ...before.exports, "./wazir.net": "./dist/web/wazir.net" });
  expect(Object.keys(after.exports).at(-1)).toBe("./package.json");
  expect(after.scripts["lint:package"].split("wazir.net")).toHaveLength(2);
});

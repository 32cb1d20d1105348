/** What people see who print what the package gives them: in Node, and in a page's minified code. */

import { inspect } from "node:util";
import { expect, test } from "vitest";
import type * as api from "../../src/index";

/** Node's build and the pages', which is minified. */
const BUILDS = ["index.js", "web/wazaba.js"];

const built = (file: string): Promise<typeof api> => import(new URL(`../../dist/${file}`, import.meta.url).href);

test.each(BUILDS)("%s: classes keep their names", async (file) => {
  const { Engine, EpdError, FenError, MoveError, PgnError, Position, VariantError, WazabaError } = await built(file);
  const classes = { Engine, EpdError, FenError, MoveError, PgnError, Position, VariantError, WazabaError };
  for (const [name, { name: own }] of Object.entries(classes)) expect(own).toBe(name);
});

const MISTAKES: [mistake: (wazaba: typeof api) => unknown, name: string, json: object][] = [
  [
    ({ Position }) => Position.start().play("e2e5"),
    "MoveError",
    { code: "illegal", message: '"e2e5" is not legal here', value: "e2e5", reason: '"e2e5" is not legal here' },
  ],
  [
    ({ Position }) => Position.fromFen("nonsense"),
    "FenError",
    { code: "ranks", message: 'FEN: 1 rank instead of 8 in "nonsense"', field: "placement", value: "nonsense" },
  ],
  [
    ({ Position }) => Position.fromFen(3 as never),
    "WazabaError",
    { code: "type", message: "fen: 3 is not a string", path: "fen", value: "3", reason: "3 is not a string" },
  ],
  // An application may throw errors with codes of its own.
  [
    ({ WazabaError }) => {
      throw new WazabaError("lobby-full", "every seat is taken");
    },
    "WazabaError",
    { code: "lobby-full", message: "every seat is taken" },
  ],
];

test.each(BUILDS.flatMap((file) => MISTAKES.map((mistake) => [file, ...mistake] as const)))(
  "%s: %s is printed as a %s",
  async (file, mistake, name, json) => {
    const wazaba = await built(file);
    let error: unknown;
    try {
      mistake(wazaba);
    } catch (caught) {
      error = caught;
    }
    const { stack } = error as Error;
    const first = `${name}: ${(json as Error).message}`;
    expect([String(error), stack?.split("\n")[0], inspect(error).split("\n")[0]]).toEqual([first, first, first]);
    expect(JSON.parse(JSON.stringify(error))).toEqual({ name, ...json });
  },
);

test.each(BUILDS)("%s: a position is printed with its game, its FEN and its last moves", async (file) => {
  const { Position } = await built(file);
  const start = Position.start("shatranj");
  expect(inspect(start)).toBe("Position (shatranj: rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1)");
  const position = start.play("c1e3");
  expect(inspect(position)).toBe(
    "Position (shatranj: rnbkqbnr/pppppppp/8/8/8/4B3/PPPPPPPP/RN1KQBNR b - - 1 1, after Be3)",
  );
  expect(JSON.parse(JSON.stringify(position))).toEqual({
    variant: "shatranj",
    start: start.fen,
    moves: ["c1e3"],
    fen: position.fen,
  });
});

test("an engine is printed with its core, its table and its position", async () => {
  const { Engine, Position } = await built("index.js");
  const engine = await Engine.create({ hash: 1 });
  expect(inspect(engine)).toBe(`Engine (wasm, 1 MB, ${Position.start()})`);
  await engine.dispose();
  expect(inspect(engine)).toBe("Engine (disposed of)");
});

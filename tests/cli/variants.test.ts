import { mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { builtIn, CHESS, VARIANT_IDS } from "../../src/chess/variants/games";
import { json, wazaba } from "../support/clients/wazaba";
import { scratch } from "../support/scratch";

const { folder, fileOf } = scratch();

const AMAZONS = fileOf("amazons.json", '{ "id": "amazons", "pieces": { "queen": "QN" } }');

describe("variants", { timeout: 30_000 }, () => {
  test("lists the games", () => {
    expect(json("variants")).toEqual(
      VARIANT_IDS.map((id) => ({ id, rules: builtIn(id)?.rules, fen: builtIn(id)?.fen })),
    );
    expect(wazaba("variants").out).toMatch(/^shatranj +\S.*\n +rnbkqbnr\/pppppppp\S+ w - - 0 1$/m);
  });

  test("and those of files", () => {
    const other = fileOf(
      "grasshopper.json",
      '{ "id": "leapers", "rules": "Bishops leap.", "pieces": { "bishop": "A" } }',
    );
    const games = json("variants", "--variant-file", AMAZONS, "--variant-file", other);
    expect(games).toHaveLength(VARIANT_IDS.length + 2);
    expect(games.at(-1)).toEqual({ id: "leapers", rules: "Bishops leap.", fen: CHESS.fen });
  });
});

describe("variants import", { timeout: 30_000 }, () => {
  const GOOD = "[spring:chess]\nknight = -\ncustomPiece1 = n:NN\n";
  const ini = fileOf(
    "variants.ini",
    `${GOOD}[tall:chess]\nmaxRank = 9\n[bad:chess]\nstartFen = 8/8/8/8/8/8/8/8 w - - 0 1\n`,
  );

  test("prints what can be played, and reports the rest with its line", () => {
    const { code, out, err } = wazaba("variants", "import", ini);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual({ id: "spring", pieces: { knight: "NN" }, promotion: "QRB" });
    expect(err).toBe(
      `${ini}:5: tall: "maxRank = 9": not supported
${ini}:6: bad: "fen": Variant: fen: FEN: White has no king
1 of 3 variants can be played
`,
    );
    expect(json("variants", "import", ini).map(({ name }: { name: string }) => name)).toEqual([
      "spring",
      "tall",
      "bad",
    ]);
  });

  test("writes files for --variant-file, and overwrites none", () => {
    const good = fileOf("good.ini", GOOD);
    const into = mkdtempSync(join(folder, "games-"));
    expect(wazaba("variants", "import", good, "--out", into)).toMatchObject({ code: 0, out: "" });
    const file = join(into, "spring.json");
    expect(json("perft", "1", "--variant-file", file).nodes).toBe(24);
    expect(wazaba("variants", "import", good, "--out", into).err).toContain("exists already");
  });

  test("a variant with the id of a built-in one is refused", () => {
    const taken = fileOf("taken.ini", "[shatranj:shatranj]");
    expect(wazaba("variants", "import", taken)).toMatchObject({
      code: 1,
      err: `${taken}:1: shatranj: "id": shatranj is a built-in variant\n0 of 1 variants can be played\n`,
    });
  });

  test.each([
    [["import", fileOf("empty.ini", "# nothing\n")], "has no variants"],
    [["import", "/dev/zero"], "is too large: max 1048576 bytes"],
    [["import", folder], "cannot be read: EISDIR"],
    [["export", ini], 'variants: unknown action "export"; import is one'],
    [["import"], "variants import: requires one file"],
    [["import", ini, ini], "variants import: requires one file"],
    [["--out", folder], "--out requires import"],
  ])("%j is refused", (args, message) => {
    const { code, err } = wazaba("variants", ...args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

describe("--variant", { timeout: 30_000 }, () => {
  // From the table of counts on which two other generators agree.
  test.each([
    ["nightrider", "wasm", 576],
    ["dabbaba", "ts", 484],
    ["shatranj", "wasm", 256],
    ["berolina", "ts", 900],
    ["giveaway", "wasm", 400],
  ])("perft 2 of %s on the %s core", (variant, core, nodes) => {
    expect(json("perft", "2", "--variant", variant, "--core", core)).toMatchObject({ variant, core, nodes });
  });

  test("perft of a finished game has no leaves, and divides in the game's letters", () => {
    expect(json("perft", "2", "7R/8/8/8/8/2k5/8/K7 b", "--variant", "rooksquare").nodes).toBe(0);
    const { divide } = json("perft", "1", "4k3/P7/8/8/8/8/8/4K3 w", "--variant", "KnightMate", "--divide");
    expect(divide).toMatchObject({ a7a8m: 1 });
  });

  test("analyse begins with the game's start, or any position of the game's", () => {
    expect(json("analyse", "--variant", "shatranj", "--depth", "3")).toMatchObject({
      variant: "shatranj",
      fen: builtIn("shatranj")?.fen,
    });
    const report = json("analyse", "8/7R/8/8/8/2k5/8/K7 w", "--variant", "rooksquare", "--depth", "3");
    expect(report).toMatchObject({ bestMove: "h7h8" });
    expect(report.lines.at(-1)).toMatchObject({ score: { mate: 1 }, san: ["Rh8"] });
  });

  test("bench has a signature for each game, the same for both cores", () => {
    const signatures = ["shatranj", "knightmate"].map((variant) => {
      const report = json("bench", "--variant", variant, "--depth", "3", "--runs", "1");
      expect(report).toMatchObject({ variant, cores: { ts: { nodes: report.signature } } });
      return report.signature;
    });
    expect(signatures[0]).not.toBe(signatures[1]);
  });
});

describe("--variant-file", { timeout: 30_000 }, () => {
  test.each([["wasm"], ["ts"]])("its game is played on the %s core if no other is named", (core) => {
    // The queens' leaps are new: d1 to c3 and e3.
    expect(json("perft", "1", "--variant-file", AMAZONS, "--core", core).nodes).toBe(22);
    expect(json("perft", "1", "--variant-file", AMAZONS, "--core", core, "--variant", "chess").nodes).toBe(20);
    expect(json("analyse", "--variant-file", AMAZONS, "--core", core, "--depth", "3").variant).toBe("amazons");
  });

  test("has a bench as well", () => {
    const { variant, signature } = json("bench", "--variant-file", AMAZONS, "--depth", "3", "--runs", "1");
    expect({ variant, signature }).toEqual({ variant: "amazons", signature: expect.any(Number) });
  });
});

describe("what is wrong is said in one line", { timeout: 30_000 }, () => {
  mkdirSync(join(folder, "directory"));
  const none = join(folder, "none.json");
  const known = VARIANT_IDS.join(", ");

  test.each([
    [["--variant", "draughts"], `--variant: "draughts" is not one of ${known}`],
    [["--variant", ""], `--variant: "" is not one of ${known}`],
    [["--variant", "x", "--variant-file", AMAZONS], `--variant: "x" is not one of ${known}, amazons`],
    [["--variant-file", none], /^--variant-file: ".*" cannot be read: ENOENT.*$/],
    [["--variant-file", join(folder, "directory")], /^--variant-file: ".*" cannot be read: EISDIR.*$/],
    [["--variant-file", "/dev/zero"], /^\/dev\/zero: Variant: \d+ characters; at most \d+ are allowed$/],
    [["--variant-file", fileOf("empty.json", "")], /^\S+empty\.json: line 1, column 1: expected a value$/],
    ...(
      [
        ["1", '{ "id": "x"', "line 1, column 12: expected a closing brace }"],
        ["2", '{\n  "id": "x"\n  "pieces": {}\n}', "line 3, column 3: expected a comma"],
        ["3", '{\n  "id": "x",\n}', "line 3, column 1: expected a field name in double quotation marks"],
        ["4", '{ "id": "x", // a game\n "pieces": {} }', "line 1, column 14: JSON has no comments"],
        ["5", '{ "id": "x", "royal": yes }', "line 1, column 23: this is not a value"],
        ["6", '{ "id": "x", "pieces": { "queen": "Q",\n "queen": "QN" } }', 'line 2, column 2: "queen" appears twice'],
        ["7", '{ "id": "x", "id": "y" }', 'line 1, column 14: "id" appears twice'],
      ] as const
    ).map(([name, text, fault]): [string[], RegExp] => {
      const escaped = fault.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      return [["--variant-file", fileOf(`${name}.json`, text)], new RegExp(`^\\S+${name}\\.json: ${escaped}$`)];
    }),
    [["--variant-file", fileOf("list.json", "[]")], /^\S+list\.json: Variant: a list is not an object$/],
    [
      ["--variant-file", fileOf("betza.json", '{"id":"x","pieces":{"rook":"Z"}}')],
      /^\S+: Variant: pieces\.rook: .*"Z"/,
    ],
    [["--variant-file", fileOf("chess.json", '{"id":"chess"}')], /^\S+: a game "chess" already exists$/],
    [["--variant-file", AMAZONS, "--variant-file", AMAZONS], /^\S+: a game "amazons" already exists$/],
  ])("%j", (flags, message) => {
    const { code, out, err } = wazaba("perft", "1", ...flags);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^wazaba: .*\n$/);
    const text = err.slice("wazaba: ".length, -1);
    expect(text).toEqual(typeof message === "string" ? message : expect.stringMatching(message));
  });

  test.each([[[]], [["analyse"]], [["bench"]], [["variants"]]])("by %j too", (command) => {
    const { code, out, err } = wazaba(...command, "--variant-file", none);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^wazaba: --variant-file: .* cannot be read: .*\n$/);
  });

  test.each([
    [["perft", "1"], /^20 nodes/],
    [["eval"], /./],
    [["mate", "--movetime", "20"], /./],
    [["analyse", "--depth", "1"], /./],
  ])("castling rights that a variant does not have, which %j drops", (command, expected) => {
    const { code, out, err } = wazaba(...command, CHESS.fen, "--variant", "giveaway");
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(expected) });
    expect(err).toMatch(/^wazaba: FEN: castling "KQkq": .*; dropped: KQkq\n$/m);
  });
});

/** `wazaba convert`, and compact records from `wazaba datagen`. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { json, wazaba, wazabaReading } from "../support/clients/wazaba";

const folder = mkdtempSync(join(tmpdir(), "wazaba-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string) => join(folder, name);

const GAMES = "tests/data/training-games.txt";
const TEXT = readFileSync(GAMES, "utf8");

describe("convert", { timeout: 60_000 }, () => {
  test("takes text to records and back, and names what is no game", () => {
    writeFileSync(file("mixed.txt"), `{"datagen":{}}\n${TEXT}hello\n`);
    const { code, out, err } = wazaba("convert", file("mixed.txt"), "--out", file("games.wzg"));
    expect({ code, err }).toEqual({
      code: 0,
      err: `wazaba: ${file("mixed.txt")}: line 6: the line is not a training game\n`,
    });
    expect(out).toMatch(/^4 games, 400 labels, \d+ bytes, 1 left out\n$/);
    expect(readFileSync(file("games.wzg")).length).toBeLessThan(TEXT.length / 3);
    expect(wazaba("convert", file("games.wzg"))).toEqual({ code: 0, out: TEXT, err: "" });
    expect(wazabaReading(TEXT, "convert", "-")).toEqual({ code: 0, out: TEXT, err: "" });
  });

  test("reports a file without games", () => {
    writeFileSync(file("empty.txt"), "");
    const err = `wazaba: ${file("empty.txt")}: no games\n`;
    expect(wazaba("convert", file("empty.txt"))).toEqual({ code: 0, out: "", err });
    writeFileSync(file("empty.wzg"), "");
    expect(wazaba("convert", file("empty.wzg"), "-").err).toMatch(/: no games\nwazaba: standard input: no games\n$/);
  });

  test("packs quiet positions", () => {
    // The capture is left out, and what is behind it is Black's to move.
    const line = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1|1|e4d5 90 e8d7 -95 e1d2 5000\n";
    writeFileSync(file("line.txt"), line);
    expect(json("convert", file("line.txt"), "--out", file("line.bin"))).toEqual({
      games: 1,
      labels: 1,
      bytes: 32,
      faults: 0,
    });
    const bytes = readFileSync(file("line.bin"));
    // Turned: the mover's king on e1, White's pawn on d4, White's king on e8.
    expect(bytes.readBigUInt64LE(0)).toBe((1n << 4n) | (1n << 27n) | (1n << 60n));
    expect([bytes[8], bytes[9]]).toEqual([6 | (7 << 4), 12]);
    expect([bytes.readInt16LE(24), bytes.readInt8(26), bytes[27], bytes.readUInt32LE(28)]).toEqual([-95, -1, 3, 0]);
  });

  test("packs strays: no position of the game, with no score and no result", () => {
    const made = json("convert", GAMES, "--out", file("strays.bin"), "--strays", "4");
    expect(made).toMatchObject({ games: 4, faults: 0 });
    const bytes = readFileSync(file("strays.bin"));
    expect(made).toMatchObject({ labels: bytes.length / 32, bytes: bytes.length });
    // Four beside each of 400 and more, but for those in check.
    expect(bytes.length / 32).toBeGreaterThan(1500);
    for (let at = 0; at < bytes.length; at += 32) expect([bytes.readInt16LE(at + 24), bytes[at + 26]]).toEqual([0, 2]);
    json("convert", GAMES, "--out", file("again.bin"), "--strays", "4");
    expect(readFileSync(file("again.bin")).equals(bytes)).toBe(true);
  });

  test("skips a damaged block, and names it", () => {
    wazaba("convert", GAMES, "--out", file("good.wzg"));
    const good = readFileSync(file("good.wzg"));
    const bad = Buffer.from(good);
    bad[100] ^= 1;
    writeFileSync(file("bad.wzg"), Buffer.concat([good, bad, good]));
    const { code, out, err } = wazaba("convert", file("bad.wzg"));
    expect({ code, out }).toEqual({ code: 0, out: TEXT + TEXT });
    const where = `bytes ${good.length} to ${2 * good.length} are damaged: wrong checksum`;
    expect(err).toBe(`wazaba: ${file("bad.wzg")}: ${where}\n`);
  });

  test.each([
    [["convert"], /convert: no files given; - is standard input/],
    [["convert", GAMES, "--strays", "4"], /--strays requires --to positions/],
    [["convert", GAMES, "--to", "positions", "--strays", "0"], /--strays: "0" is not a positive integer/],
    [["convert", GAMES, "--to", "positions", "--strays", "1001"], /--strays: 1001 is more than 1000/],
    [["convert", "none.txt"], /"none.txt" cannot be read: ENOENT/],
    [["convert", GAMES, "--to", "png"], /--to: "png" is not one of text, record, positions/],
    [["convert", GAMES, "--json"], /--json requires --out for the games/],
    [["convert", GAMES, "--out", GAMES], /--out: .* exists already$/m],
  ])("%j is refused", (args, message) => {
    const { code, err } = wazaba(...args);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });
});

test("a wrong form leaves no file behind", () => {
  expect(wazaba("convert", GAMES, "--to", "png", "--out", file("left.txt")).code).toBe(2);
  expect(existsSync(file("left.txt"))).toBe(false);
});

describe("datagen into records", { timeout: 120_000 }, () => {
  const play = (name: string, games: number, ...more: string[]) => {
    const flags = ["--nodes", "100", "--games", String(games), "--leaves", "20", "--resign", "100", "--plies", "6"];
    return wazaba("datagen", ...flags, "--out", file(name), ...more);
  };

  test("plays the games of the text, and goes on where it was killed", () => {
    expect(play("all.txt", 6).code).toBe(0);
    const text = readFileSync(file("all.txt"), "utf8").split("\n").slice(1).join("\n");
    expect(play("all.wzg", 6).code).toBe(0);
    expect(wazaba("convert", file("all.wzg"))).toEqual({ code: 0, out: text, err: "" });
    const whole = readFileSync(file("all.wzg"));
    // Torn in the last game.
    writeFileSync(file("torn.wzg"), whole.subarray(0, whole.length - 9));
    expect(play("torn.wzg", 6).out).toMatch(/^6 games, 1 of them new/);
    expect(readFileSync(file("torn.wzg"))).toEqual(whole);
  });

  test("refuses other games, and a damaged file", () => {
    play("two.wzg", 2);
    expect(play("two.wzg", 2, "--seed", "9").err).toMatch(/contains other games: its seed is 1, not 9/);
    const bytes = readFileSync(file("two.wzg"));
    bytes[bytes.length - 60] ^= 1;
    writeFileSync(file("two.wzg"), Buffer.concat([bytes, bytes]));
    expect(play("two.wzg", 9).err).toMatch(
      /the block at byte \d+ is damaged \(wrong checksum\); wazaba convert recovers/,
    );
    writeFileSync(file("text.wzg"), TEXT);
    expect(play("text.wzg", 2).err).toMatch(/contains no games of chess/);
  });
});

import { describe, expect, test } from "vitest";
import { builtIn } from "../../../src/chess/variants/games";
import type { Variant } from "../../../src/chess/variants/variant";
import { netShapeOf, readNet } from "../../../src/engine/net/net";
import { ODD_GAMES } from "../../support/all-games";
import { randomNet } from "../../support/nets";

/** Writes a number of 16 bits. */
function with16(file: Buffer, value: number, offset: number): Buffer {
  file.writeUInt16LE(value, offset);
  return file;
}

/** Turns the lowest bit of a byte. */
function turned(file: Buffer, offset: number): Buffer {
  file[offset] ^= 1;
  return file;
}

/** Says that it is for another variant. */
function of(variant: Variant, file: Buffer): Buffer {
  file.writeUInt32LE(netShapeOf(variant).game, 24);
  return file;
}

describe("a net file", () => {
  test("is read into words", () => {
    const file = randomNet(1);
    const net = readNet(file);
    expect(net.length).toBe((file.length - 24) / 4);
    expect(net.at(-1)).toBe(file.readInt32LE(file.length - 4));
  });

  test.each([
    ["nothing at all", () => Buffer.alloc(0), "does not start with WZBN"],
    ["another file", () => Buffer.from("\\x7fELF".padEnd(5000)), "does not start with WZBN"],
    ["a torn header", (file: Buffer) => file.subarray(0, 20), "ends within its header"],
    ["a torn file", (file: Buffer) => file.subarray(0, -1), "bytes of parameters"],
    ["a longer file", (file: Buffer) => Buffer.concat([file, Buffer.alloc(4)]), "bytes of parameters"],
    ["another version", (file: Buffer) => with16(file, 4, 4), "version is 4, not 1 to 3"],
    ["an odd width", (file: Buffer) => with16(file, 96, 8), "accumulators is 96, not a multiple of 64 up to"],
    ["no width", (file: Buffer) => with16(file, 0, 8), "accumulators is 0, not a multiple of 64 up to"],
    ["a larger width", (file: Buffer) => with16(file, 4096, 8), "accumulators is 4096, not a multiple of 64 up to"],
    ["a smaller width than its parameters have", (file: Buffer) => with16(file, 64, 8), "bytes of parameters"],
    ["a turned bit", (file: Buffer) => turned(file, 1000), "damaged"],
    ["a wrong checksum", (file: Buffer) => turned(file, 20), "damaged"],
  ] satisfies [string, (file: Buffer) => Buffer, string][])("%s is refused", (_what, change, message) => {
    const file = change(randomNet(1));
    expect(() => readNet(file)).toThrow(expect.objectContaining({ code: "net" }));
    expect(() => readNet(file)).toThrow(message);
  });

  const [shatranj, knightmate] = ["shatranj", "knightmate"].map(builtIn);
  const [odd] = ODD_GAMES;

  test("of a game is read into words", () => {
    const file = randomNet(1, shatranj);
    const net = readNet(file, shatranj);
    expect(net.length).toBe((file.length - 28) / 4);
    expect(net[0]).toBe(file.readInt32LE(28));
  });

  test.each([
    ["of another game", randomNet(1, shatranj), knightmate, "it is for shatranj, not for knightmate"],
    ["of a game, for chess", randomNet(1, shatranj), undefined, "it is for shatranj, not for chess"],
    ["of chess, for a game", randomNet(1), shatranj, "it is for chess, not for shatranj"],
    ["of somebody's own game", randomNet(1, odd), shatranj, "it is for another variant, not for shatranj"],
    ["of a game, torn in its header", randomNet(1, shatranj).subarray(0, 26), shatranj, "ends within its header"],
    ["of a game, torn", randomNet(1, shatranj).subarray(0, -1), shatranj, "bytes of parameters"],
    ["of a game, in another width", randomNet(1, shatranj, [256, 0, 0]), shatranj, "accumulators is 256, not 128"],
    ["of a game, not mirrored", with16(randomNet(1, shatranj), 0, 6), shatranj, "mirrored is 0, not 1"],
    ["whose game was changed", of(knightmate, randomNet(1, shatranj)), knightmate, "damaged"],
  ] as const)("%s is refused", (_what, file, variant, message) => {
    expect(() => readNet(file, variant)).toThrow(expect.objectContaining({ code: "net" }));
    expect(() => readNet(file, variant)).toThrow(message);
  });
});

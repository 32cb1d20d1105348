import { describe, expect, test } from "vitest";
import { readNet } from "../../src/net/net";
import { randomNet } from "../support/nets";

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

describe("a net file", () => {
  test("is read into words", () => {
    const file = randomNet(1);
    const net = readNet(file);
    expect(net.length).toBe((file.length - 24) / 4);
    expect(net.at(-1)).toBe(file.readInt32LE(file.length - 4));
  });

  test.each([
    ["nothing at all", () => Buffer.alloc(0), "does not begin with WZBN"],
    ["another file", () => Buffer.from("\\x7fELF".padEnd(5000)), "does not begin with WZBN"],
    ["a torn header", (file: Buffer) => file.subarray(0, 20), "ends within its header"],
    ["a torn file", (file: Buffer) => file.subarray(0, -1), "bytes of parameters"],
    ["a longer file", (file: Buffer) => Buffer.concat([file, Buffer.alloc(4)]), "bytes of parameters"],
    ["another version", (file: Buffer) => with16(file, 2, 4), "version is 2, not 1"],
    ["another width", (file: Buffer) => with16(file, 512, 8), "accumulators is 512, not 256"],
    ["a turned bit", (file: Buffer) => turned(file, 1000), "damaged"],
    ["a wrong checksum", (file: Buffer) => turned(file, 20), "damaged"],
  ] satisfies [string, (file: Buffer) => Buffer, string][])("%s is refused", (_what, change, message) => {
    const file = change(randomNet(1));
    expect(() => readNet(file)).toThrow(expect.objectContaining({ code: "net" }));
    expect(() => readNet(file)).toThrow(message);
  });
});

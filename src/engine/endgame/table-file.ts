/**
 * The file of an endgame table. A header of 24 bytes, little-endian: the magic bytes WZBE, the version, the number of men and their
 * pieces, a checksum of the variant's laws, the number of values, and their checksum; then the values, deflated (RFC 1951).
 */

import { deflateRawSync, inflateRawSync } from "node:zlib";
import { MAX_MEN } from "../../../assembly/endgame/values";
import type { Variant } from "../../chess/variants/variant";
import { WazabaError } from "../../errors";
import { type Message, message } from "../../message";
import { crc32 } from "../net/crc32";
import type { Material } from "./material";

const MAGIC = 0x45_42_5a_57;
const VERSION = 1;
const HEADER = 24;

/** The file of a table. @param values of White and Black to move, one after the other */
export function encodeTable(material: Material, variant: Variant, values: Uint8Array): Uint8Array {
  const file = new Uint8Array(HEADER);
  const view = new DataView(file.buffer);
  file.set(headerOf(material, variant, values.length));
  view.setUint32(CHECKSUM, crc32([values]), true);
  return Buffer.concat([file, deflateRawSync(values)]);
}

/** Where the checksum of the values is. */
const CHECKSUM = HEADER - 4;

/**
 * The values in a file.
 *
 * @param size how many the table has
 * @throws {WazabaError} `file` if it is another table's, of another version or other laws, or damaged
 */
export function decodeTable(file: Uint8Array, material: Material, variant: Variant, size: number): Uint8Array {
  if (file.length < HEADER) throw unusable(message`it is too short`);
  const expected = headerOf(material, variant, size);
  const differs = PARTS.find(([at, length]) => {
    return expected.subarray(at, at + length).some((byte, i) => file[at + i] !== byte);
  });
  if (differs !== undefined) throw unusable(differs[2]);
  let values: Uint8Array;
  try {
    values = inflateRawSync(file.subarray(HEADER), { maxOutputLength: size });
  } catch {
    throw unusable(DAMAGED);
  }
  const { buffer, byteOffset } = file;
  const checksum = new DataView(buffer, byteOffset).getUint32(CHECKSUM, true);
  if (values.length !== size || crc32([values]) !== checksum) throw unusable(DAMAGED);
  return values;
}

const DAMAGED = message`it is damaged`;

function unusable(reason: Message): WazabaError {
  return new WazabaError("file", reason);
}

/** The parts of a header, and what is wrong with a file where one differs. */
const PARTS: readonly (readonly [at: number, length: number, reason: Message])[] = [
  [0, 4, message`it is not an endgame table`],
  [4, 2, message`it is of another version`],
  [6, 2 + MAX_MEN, message`it is of other pieces`],
  [12, 4, message`it is of other laws`],
  [16, 4, message`it is damaged`],
];

/** All of a header but the checksum. */
function headerOf(material: Material, { laws }: Variant, size: number): Uint8Array {
  const header = new Uint8Array(CHECKSUM);
  const view = new DataView(header.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint16(4, VERSION, true);
  view.setUint16(6, material.length, true);
  header.set(material, 8);
  view.setUint32(12, crc32([new Uint8Array(Int32Array.from(laws).buffer)]), true);
  view.setUint32(16, size, true);
  return header;
}

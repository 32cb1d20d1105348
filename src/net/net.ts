/**
 * The file of a network. 24 bytes of header, little-endian: the letters WZBN, the version, whether the board is mirrored,
 * the numbers of the architecture (`assembly/evaluation/nnue.ts`), and a CRC-32 of all that follows. Then the parameters:
 * feature weights (768 rows of 256, 8 bits), their biases (16 bits), output weights (8 rows of 512, 16 bits), their biases
 * (32 bits).
 */

import { WazabaError } from "../errors";
import { crc32 } from "./crc32";

/** The parameters of a network that this engine can evaluate with, in words of four bytes. */
export type Net = Int32Array;

const MAGIC = "WZBN";
const HEADER = 24;
const CHECKSUM = 20;
/** What follows the magic: each must be as here. */
const FIELDS: readonly (readonly [name: string, value: number])[] = [
  ["version", 1],
  ["mirrored", 1],
  ["accumulators", 256],
  ["output buckets", 8],
  ["activation scale", 255],
  ["output scale", 512],
  ["centipawns", 400],
];
const PARAMETERS = 768 * 256 + 2 * 256 + 2 * 8 * 512 + 4 * 8;

/**
 * Reads a network's file.
 *
 * @throws {WazabaError} `net`, if it is none, is damaged, or is for another architecture
 */
export function readNet(file: Uint8Array): Net {
  const refuse = (what: string) => new WazabaError("net", `net: ${what}`);
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const magic = String.fromCharCode(...file.subarray(0, MAGIC.length));
  if (magic !== MAGIC) throw refuse(`the file does not begin with ${MAGIC}`);
  if (file.length < HEADER) throw refuse("the file ends within its header");
  for (const [i, [name, wanted]] of FIELDS.entries()) {
    const value = view.getUint16(MAGIC.length + 2 * i, true);
    if (value !== wanted) throw refuse(`${name} is ${value}, not ${wanted}`);
  }
  const parameters = file.subarray(HEADER);
  if (parameters.length !== PARAMETERS) throw refuse(`${parameters.length} bytes of parameters, not ${PARAMETERS}`);
  if (view.getUint32(CHECKSUM, true) !== crc32([parameters]))
    throw refuse("the checksum is wrong: the file is damaged");
  const net = new Int32Array(PARAMETERS / 4);
  for (let i = 0; i < net.length; i++) net[i] = view.getInt32(HEADER + 4 * i, true);
  return net;
}

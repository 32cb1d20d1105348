/**
 * The file of a network (NNUE). 24 bytes of header, little-endian: the letters WZBN, the version, whether the board is mirrored,
 * the numbers of the architecture (`assembly/evaluation/nnue-shape.ts`), and a CRC-32 of all that follows. Then the parameters:
 * feature weights (a row of 8 bits for each input), their biases (16 bits), output weights (a row of 16 bits for each bucket),
 * their biases (32 bits).
 */

import { BIASES, BUCKETS, HIDDEN_SIZE, NET_BYTES, QA, QB, SCALE } from "../../assembly/evaluation/nnue-shape";
import { WazabaError } from "../errors";
import { CHESS } from "../variants/games";
import type { Variant } from "../variants/variant";
import { crc32 } from "./crc32";
import { inputsOf } from "./nets";

/** The parameters of a network that this engine can evaluate with, in words of four bytes. */
export type Net = Int32Array;

const MAGIC = "WZBN";
const HEADER = 24;
const CHECKSUM = 20;
/** What follows the magic: each must be as here. */
const FIELDS: readonly (readonly [name: string, value: number])[] = [
  ["version", 1],
  ["mirrored", 1],
  ["accumulators", HIDDEN_SIZE],
  ["output buckets", BUCKETS],
  ["activation scale", QA],
  ["output scale", QB],
  ["centipawns", SCALE],
];
/** The bytes of parameters but for the feature weights, whose number the game decides. */
const LAYERS = NET_BYTES - BIASES;

/**
 * Reads a network's file.
 *
 * @param variant the game that it is for
 * @throws {WazabaError} `net`, if it is none, is damaged, or is for another architecture
 */
export function readNet(file: Uint8Array, variant: Variant = CHESS): Net {
  const size = inputsOf(variant) * HIDDEN_SIZE + LAYERS;
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
  if (parameters.length !== size) throw refuse(`${parameters.length} bytes of parameters, not ${size}`);
  if (view.getUint32(CHECKSUM, true) !== crc32([parameters]))
    throw refuse("the checksum is wrong: the file is damaged");
  const net = new Int32Array(size / 4);
  for (let i = 0; i < net.length; i++) net[i] = view.getInt32(HEADER + 4 * i, true);
  return net;
}

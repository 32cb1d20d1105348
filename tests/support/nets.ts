/** Networks for tests: files of random numbers, and a simple evaluation with them, independent of the core's. */

import { crc32 } from "node:zlib";
import { BLACK, KING, NO_PIECE } from "../../assembly/rules/piece";
import type { Setup } from "../../src/chess/position/setup";
import { CHESS } from "../../src/chess/variants/games";
import type { Variant } from "../../src/chess/variants/variant";
import { netShapeOf } from "../../src/engine/net/net";
import { randomNumbers } from "./cores";

/** The offset of the data that the checksum covers, and of the parameters by version, in bytes. */
const SEALED = 24;
const HEADERS = [0, 24, 28];
const INPUTS = 768;
const BUCKETS = 8;

/** The offset of each part of the parameters from the end of the header, and their end, in bytes. */
function partsOf(width: number) {
  const biases = INPUTS * width;
  const outputs = biases + 2 * width;
  const outputBiases = outputs + 2 * BUCKETS * 2 * width;
  return { biases, outputs, outputBiases, end: outputBiases + 4 * BUCKETS };
}

/** Updates the checksum of a file. */
export function seal(file: Buffer): Buffer {
  file.writeUInt32LE(crc32(file.subarray(SEALED)), 20);
  return file;
}

/** The parameters of a file. */
export function parametersOf(file: Buffer): Buffer {
  return file.subarray(HEADERS[file.readUInt16LE(4)]);
}

/** A random network for a variant, with activations of all sizes and the most extreme weights. */
export function randomNet(seed: number, variant: Variant = CHESS, width = netShapeOf(variant).width): Buffer {
  const random = randomNumbers(seed);
  const { version, mirrored, game } = netShapeOf(variant);
  const { biases, outputs, outputBiases, end } = partsOf(width);
  const whole = Buffer.alloc(HEADERS[version] + end);
  whole.write("WZBN", "latin1");
  const fields = [version, Number(mirrored), width, BUCKETS, 255, 512, 400];
  for (const [i, value] of fields.entries()) whole.writeUInt16LE(value, 4 + 2 * i);
  if (version === 2) whole.writeUInt32LE(game, SEALED);
  const file = parametersOf(whole);
  const within = (most: number) => random(2 * most + 1) - most;
  for (let i = 0; i < biases; i++) file.writeInt8(within(random(10) === 0 ? 127 : 30), i);
  for (let i = biases; i < outputs; i += 2) file.writeInt16LE(within(200), i);
  for (let i = outputs; i < outputBiases; i += 2) file.writeInt16LE(within(random(10) === 0 ? 250 : 40), i);
  for (let i = outputBiases; i < end; i += 4) file.writeInt32LE(within(5000), i);
  return seal(whole);
}

/** The evaluation of a position by a network, in centipawns for the side to move. */
export function evaluateWith(file: Buffer, { board, side }: Pick<Setup, "board" | "side">): number {
  const width = file.readUInt16LE(8);
  const { biases, outputs, outputBiases } = partsOf(width);
  const isMirrored = file.readUInt16LE(6) === 1;
  const parameters = parametersOf(file);
  const pieces = [...board.entries()].filter(([, piece]) => piece !== NO_PIECE);
  const bucket = Math.min(Math.max(Math.floor((pieces.length - 2) / 4), 0), BUCKETS - 1);
  let sum = 0;
  for (const [half, colour] of [side, 1 - side].entries()) {
    const [king] = pieces.find(([, piece]) => piece === 2 * KING + colour) ?? [0];
    const onTheRight = isMirrored && king % 8 > 3;
    for (let i = 0; i < width; i++) {
      let activation = parameters.readInt16LE(biases + 2 * i);
      for (const [square, piece] of pieces) {
        const file = onTheRight ? 7 - (square % 8) : square % 8;
        const rank = colour === BLACK ? 7 - Math.floor(square / 8) : Math.floor(square / 8);
        const plane = Math.floor(piece / 2) + (piece % 2 === colour ? 0 : 6);
        activation += parameters.readInt8((plane * 64 + rank * 8 + file) * width + i);
      }
      const clipped = Math.min(Math.max(activation, 0), 255);
      sum += clipped ** 2 * parameters.readInt16LE(outputs + 2 * ((2 * bucket + half) * width + i));
    }
  }
  const scaled = Math.trunc(sum / 255) + parameters.readInt32LE(outputBiases + 4 * bucket);
  return Math.trunc((scaled * 400) / (255 * 512));
}

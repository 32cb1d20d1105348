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
const HEADERS = [0, 24, 28, 24];
const INPUTS = 768;
const BUCKETS = 8;
/** The version with layers. */
const LAYERED = 3;

/** The sizes of a network: accumulators, first and second layer. */
export type Sizes = readonly [width: number, layer1: number, layer2: number];

/** Where each part of the parameters begins, bytes from the end of the header, and the end of all: of a network without layers. */
function partsOf(width: number) {
  const biases = INPUTS * width;
  const outputs = biases + 2 * width;
  const outputBiases = outputs + 2 * BUCKETS * 2 * width;
  return { biases, outputs, outputBiases, end: outputBiases + 4 * BUCKETS };
}

/** The same of a network with layers. */
function layersOf([width, layer1, layer2]: Sizes) {
  const biases = INPUTS * width;
  const weights1 = biases + 2 * width;
  const biases1 = weights1 + BUCKETS * width * layer1;
  const weights2 = biases1 + 4 * BUCKETS * layer1;
  const biases2 = weights2 + 2 * BUCKETS * 2 * layer1 * layer2;
  const weights3 = biases2 + 4 * BUCKETS * layer2;
  const biases3 = weights3 + 2 * BUCKETS * layer2;
  return { biases, weights1, biases1, weights2, biases2, weights3, biases3, end: biases3 + 4 * BUCKETS };
}

/** The sizes in a file's header. */
function sizesOf(file: Buffer): Sizes {
  if (file.readUInt16LE(4) !== LAYERED) return [file.readUInt16LE(8), 0, 0];
  return [file.readUInt16LE(8), file.readUInt16LE(14), file.readUInt16LE(16)];
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

/** The sizes of a game's networks. */
function ownSizes(variant: Variant): Sizes {
  const { width, layer1, layer2 } = netShapeOf(variant);
  return [width, layer1, layer2];
}

/** A game's network of random numbers, with activations of all sizes and weights as extreme as may be. */
export function randomNet(seed: number, variant: Variant = CHESS, sizes: Sizes = ownSizes(variant)): Buffer {
  const { mirrored, game, version } = netShapeOf(variant);
  const isLayered = sizes[1] > 0;
  const numbers = isLayered ? [256, sizes[1], sizes[2], 400] : [255, 512, 400];
  const fields = [isLayered ? LAYERED : version === 2 ? 2 : 1, Number(mirrored), sizes[0], BUCKETS, ...numbers];
  const parameters = isLayered ? randomLayers(seed, sizes) : randomSingle(seed, sizes[0]);
  const header = Buffer.alloc(HEADERS[fields[0]]);
  header.write("WZBN", "latin1");
  for (const [i, value] of fields.entries()) header.writeUInt16LE(value, 4 + 2 * i);
  if (version === 2) header.writeUInt32LE(game, SEALED);
  return seal(Buffer.concat([header, parameters]));
}

/** Writes random numbers: `most` says how large they may be. */
function scribe(seed: number, file: Buffer) {
  const random = randomNumbers(seed);
  const fill = (bytes: 1 | 2 | 4, most: () => number) => (from: number, end: number) => {
    for (let i = from; i < end; i += bytes) {
      const limit = most();
      file.writeIntLE(random(2 * limit + 1) - limit, i, bytes);
    }
  };
  return { random, fill };
}

function randomSingle(seed: number, width: number): Buffer {
  const { biases, outputs, outputBiases, end } = partsOf(width);
  const file = Buffer.alloc(end);
  const { random, fill } = scribe(seed, file);
  fill(1, () => (random(10) === 0 ? 127 : 30))(0, biases);
  fill(2, () => 200)(biases, outputs);
  fill(2, () => (random(10) === 0 ? 250 : 40))(outputs, outputBiases);
  fill(4, () => 5000)(outputBiases, end);
  return file;
}

function randomLayers(seed: number, sizes: Sizes): Buffer {
  const { biases, weights1, biases1, weights2, biases2, weights3, biases3, end } = layersOf(sizes);
  const file = Buffer.alloc(end);
  const { random, fill } = scribe(seed, file);
  fill(1, () => (random(10) === 0 ? 127 : 30))(0, biases);
  fill(2, () => 200)(biases, weights1);
  fill(1, () => (random(10) === 0 ? 127 : 12))(weights1, biases1);
  fill(4, () => 9000)(biases1, weights2);
  fill(2, () => (random(10) === 0 ? 16384 : 500))(weights2, biases2);
  fill(4, () => 300_000)(biases2, weights3);
  fill(2, () => (random(10) === 0 ? 16384 : 500))(weights3, biases3);
  fill(4, () => 100_000)(biases3, end);
  return file;
}

/** The evaluation of a position by a network, in centipawns for the side to move. */
export function evaluateWith(file: Buffer, { board, side }: Pick<Setup, "board" | "side">): number {
  const sizes = sizesOf(file);
  const parameters = parametersOf(file);
  const pieces = [...board.entries()].filter(([, piece]) => piece !== NO_PIECE);
  const bucket = Math.min(Math.max(Math.floor((pieces.length - 2) / 4), 0), BUCKETS - 1);
  const isMirrored = file.readUInt16LE(6) === 1;
  const looks = [side, 1 - side].map((colour) => accumulatorOf(parameters, sizes[0], pieces, colour, isMirrored));
  return sizes[1] > 0
    ? throughLayers(parameters, sizes, looks, bucket)
    : throughOne(parameters, sizes[0], looks, bucket);
}

/** What a colour's perspective sees: its accumulator, clipped. */
function accumulatorOf(
  parameters: Buffer,
  width: number,
  pieces: readonly (readonly [number, number])[],
  colour: number,
  isMirrored: boolean,
): number[] {
  const [king] = pieces.find(([, piece]) => piece === 2 * KING + colour) ?? [0];
  const onTheRight = isMirrored && king % 8 > 3;
  return Array.from({ length: width }, (_, i) => {
    let sum = parameters.readInt16LE(INPUTS * width + 2 * i);
    for (const [square, piece] of pieces) {
      const file = onTheRight ? 7 - (square % 8) : square % 8;
      const rank = colour === BLACK ? 7 - Math.floor(square / 8) : Math.floor(square / 8);
      const plane = Math.floor(piece / 2) + (piece % 2 === colour ? 0 : 6);
      sum += parameters.readInt8((plane * 64 + rank * 8 + file) * width + i);
    }
    return clamp(sum, 0, 255);
  });
}

function throughOne(parameters: Buffer, width: number, looks: readonly number[][], bucket: number): number {
  const { outputs, outputBiases } = partsOf(width);
  let sum = 0;
  for (const [i, number] of looks.flat().entries()) {
    sum += number ** 2 * parameters.readInt16LE(outputs + 2 * (2 * bucket * width + i));
  }
  const scaled = Math.trunc(sum / 255) + parameters.readInt32LE(outputBiases + 4 * bucket);
  return Math.trunc((scaled * 400) / (255 * 512));
}

function throughLayers(parameters: Buffer, sizes: Sizes, looks: readonly number[][], stack: number): number {
  const [width, layer1, layer2] = sizes;
  const parts = layersOf(sizes);
  const inputs = looks.flatMap((look) => {
    return look.slice(width / 2).map((number, i) => Math.floor((number * look[i]) / 512));
  });
  const first = Array.from({ length: layer1 }, (_, o) => {
    const weight = (i: number) => parameters.readInt8(parts.weights1 + (stack * width + i) * layer1 + o);
    const sum = inputs.reduce((sum, input, i) => sum + input * weight(i), 0);
    return clamp(sum + parameters.readInt32LE(parts.biases1 + 4 * (stack * layer1 + o)), -8191, 8191);
  });
  const numbers = [...first.map((sum) => Math.max(sum, 0) >> 3), ...first.map((sum) => Math.floor(sum ** 2 / 65536))];
  const second = Array.from({ length: layer2 }, (_, o) => {
    const row = (i: number) => (stack * 2 * layer1 + i) * layer2 + o;
    const sum = numbers.reduce(
      (sum, number, i) => sum + number * parameters.readInt16LE(parts.weights2 + 2 * row(i)),
      0,
    );
    return clamp(sum + parameters.readInt32LE(parts.biases2 + 4 * (stack * layer2 + o)), 0, 2 ** 20 - 1) >> 10;
  });
  const weight = (i: number) => parameters.readInt16LE(parts.weights3 + 2 * (stack * layer2 + i));
  const sum = second.reduce(
    (sum, number, i) => sum + number * weight(i),
    parameters.readInt32LE(parts.biases3 + 4 * stack),
  );
  return Math.trunc((Math.floor(sum / 1024) * 400) / 1024);
}

function clamp(number: number, least: number, most: number): number {
  return Math.min(Math.max(number, least), most);
}

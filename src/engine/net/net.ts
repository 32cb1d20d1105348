/**
 * The file of a network (NNUE). A 24-byte header, little-endian: the magic bytes WZBN, the version, whether the board is mirrored, the
 * numbers of the architecture (`assembly/evaluation/nnue-shape.ts`), and a CRC-32 of everything after it. Version 3 has layers and is
 * for orthodox chess; version 1 is for orthodox chess, without layers. In version 2, for any other variant, four bytes follow that
 * identify it: a hash of its laws. Then the parameters, in the order of `nnue-shape.ts`.
 */

import { BUCKETS, INPUTS, isMirrored, netBytes, QA, QB, SCALE } from "../../../assembly/evaluation/nnue-shape";
import { GOALS_HIGH, GOALS_LOW, ROYAL } from "../../../assembly/rules/variant";
import { CHESS, findBuiltIn, VARIANT_IDS } from "../../chess/variants/games";
import { sameLaws, type Variant } from "../../chess/variants/variant";
import { WazabaError } from "../../errors";
import { type Message, message } from "../../message";
import { crc32 } from "./crc32";

/** The parameters of a network for this engine, as 32-bit words. */
export type Net = Int32Array;

const MAGIC = "WZBN";
const VERSION = 4;
const FIELDS = 6;
/** The index of the width among the fields. */
const WIDTH_FIELD = 1;
const CHECKSUM = 20;
/** The bytes before the hash of the laws, which version 2 has. */
const HEADER = 24;
const HASH = 4;
/** What 1 is in the accumulators of a network with layers, as `ACTIVATION` in `training/layers.py`; without layers it is `QA`. */
const ACTIVATION = 256;
/** The width of a network with layers is a multiple of this. */
const WIDTH_STEP = 64;

/** The format of a variant's network. */
export interface NetShape {
  readonly version: 1 | 2 | 3;
  readonly mirrored: boolean;
  /** Accumulators per perspective. */
  readonly width: number;
  /** The sizes of the layers that follow; 0 without. */
  readonly layer1: number;
  readonly layer2: number;
  /** The hash of the variant's laws. */
  readonly game: number;
}

/** The format of a variant's network. */
export function netShapeOf({ laws }: Variant): NetShape {
  const isChess = sameLaws(laws, CHESS.laws);
  const [width, layer1, layer2] = isChess ? CHESS_NNUE : VARIANTS_NNUE;
  return {
    version: !isChess ? 2 : layer1 > 0 ? 3 : 1,
    mirrored: isMirrored(laws[ROYAL], laws[GOALS_LOW], laws[GOALS_HIGH]),
    width,
    layer1,
    layer2,
    game: hashOf(laws),
  };
}

/** A hash of laws; trailing zeros do not count, so that a variant keeps its hash when new laws are added. */
function hashOf(laws: readonly number[]): number {
  let { length } = laws;
  while (length > 0 && laws[length - 1] === 0) length--;
  const bytes = new DataView(new ArrayBuffer(4 * length));
  for (let i = 0; i < length; i++) bytes.setInt32(4 * i, laws[i], true);
  return crc32([new Uint8Array(bytes.buffer)]);
}

function invalid(what: Message): WazabaError {
  return new WazabaError("net", message`net: ${what}`);
}

/**
 * The hash of the variant that a network file is for; the parameters are not read.
 *
 * @throws {WazabaError} `net` if it is not a network file
 */
export function gameOfNet(file: Uint8Array): number {
  const magic = String.fromCharCode(...file.subarray(0, MAGIC.length));
  if (magic !== MAGIC) throw invalid(message`the file does not start with ${MAGIC}`);
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const version = file.length < HEADER ? 1 : view.getUint16(VERSION, true);
  if (file.length < HEADER + (version === 2 ? HASH : 0)) throw invalid(message`the file ends within its header`);
  if (version === 1 || version === 3) return netShapeOf(CHESS).game;
  if (version === 2) return view.getUint32(HEADER, true);
  throw invalid(message`version is ${version}, not 1 to 3`);
}

/**
 * Whether a network file is for a variant.
 *
 * @throws {WazabaError} `net` if it is not a network file
 */
export function isNetOf(file: Uint8Array, variant: Variant): boolean {
  return gameOfNet(file) === netShapeOf(variant).game;
}

/**
 * Which of several variants a network file is for.
 *
 * @throws {WazabaError} as `readNet` does
 */
export function variantOfNet(file: Uint8Array, variants: readonly Variant[]): Variant {
  const variant = variants.find((one) => isNetOf(file, one)) ?? variants[0];
  readNet(file, variant);
  return variant;
}

/**
 * Reads a network file. One with layers may be narrower than the core.
 *
 * @param variant the variant that it must be for
 * @throws {WazabaError} `net` if it is not a network file, is damaged, is for another variant, which the message names, or has
 * another architecture
 */
export function readNet(file: Uint8Array, variant: Variant = CHESS): Net {
  const { version, mirrored, width, layer1, layer2, game } = netShapeOf(variant);
  const found = gameOfNet(file);
  if (found !== game) throw invalid(message`it is for ${nameOf(found)}, not for ${variant.id}`);
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const foundVersion = view.getUint16(VERSION, true);
  if (foundVersion !== version) throw invalid(message`version is ${foundVersion}, not ${version}: it has other layers`);
  const field = (index: number) => view.getUint16(FIELDS + 2 * index, true);
  const ownWidth = layer1 > 0 ? field(WIDTH_FIELD) : width;
  if (ownWidth < 1 || ownWidth > width || ownWidth % WIDTH_STEP > 0)
    throw invalid(message`accumulators is ${ownWidth}, not a multiple of ${WIDTH_STEP} up to ${width}`);
  const fields: readonly (readonly [name: string, value: number])[] = [
    ["mirrored", Number(mirrored)],
    ["accumulators", ownWidth],
    ["output buckets", BUCKETS],
    ["activation scale", layer1 > 0 ? ACTIVATION : QA],
    ...(layer1 > 0
      ? ([
          ["first layer", layer1],
          ["second layer", layer2],
        ] as const)
      : ([["output scale", QB]] as const)),
    ["centipawns", SCALE],
  ];
  for (const [i, [name, wanted]] of fields.entries())
    if (field(i) !== wanted) throw invalid(message`${name} is ${field(i)}, not ${wanted}`);
  const start = HEADER + (version === 2 ? HASH : 0);
  const size = netBytes(ownWidth, layer1, layer2);
  if (file.length - start !== size) throw invalid(message`${file.length - start} bytes of parameters, not ${size}`);
  if (view.getUint32(CHECKSUM, true) !== crc32([file.subarray(HEADER)]))
    throw invalid(message`wrong checksum: the file is damaged`);
  const parameters = file.subarray(start);
  return wordsOf(ownWidth < width ? widened(parameters, [ownWidth, width], [layer1, layer2]) : parameters);
}

/**
 * The parameters of a narrow network in the layout of a wide one: neurons of zeros continue each half of the accumulators, and the
 * search skips their products. So one core evaluates with networks of several widths.
 */
function widened(
  parameters: Uint8Array,
  [narrow, wide]: readonly [number, number],
  [layer1, layer2]: readonly [number, number],
): Uint8Array {
  const all = new Uint8Array(netBytes(wide, layer1, layer2));
  let [from, to] = [0, 0];
  // What has a value per neuron: the feature weights, their biases, and the weights of the first layer.
  const blocks = [
    [INPUTS, 1],
    [1, 2],
    [BUCKETS, layer1],
  ];
  for (const [rows, bytes] of blocks) {
    for (let half = 0; half < 2 * rows; half++) {
      const next = from + (narrow / 2) * bytes;
      all.set(parameters.subarray(from, next), to);
      from = next;
      to += (wide / 2) * bytes;
    }
  }
  all.set(parameters.subarray(from), to);
  return all;
}

function wordsOf(bytes: Uint8Array): Net {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const net = new Int32Array(bytes.length / 4);
  for (let i = 0; i < net.length; i++) net[i] = view.getInt32(4 * i, true);
  return net;
}

/** The name of the variant with that hash. */
function nameOf(game: number): Message {
  for (const id of VARIANT_IDS) {
    const variant = findBuiltIn(id);
    if (variant !== undefined && netShapeOf(variant).game === game) return id;
  }
  return message`another variant`;
}

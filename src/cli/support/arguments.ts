/** Readers of values that are more than a word or a number. */

import { readFileSync } from "node:fs";
import { parseFen } from "../../chess/position/fen";
import type { Setup } from "../../chess/position/setup";
import type { Variant } from "../../chess/variants/variant";
import { variantOfNet } from "../../engine/net/net";
import { quote, WazabaError } from "../../errors";
import { warn } from "./faults";

/**
 * The network file of `--net`; null for `none`, undefined without the flag.
 *
 * @param games the variants that it may be for
 * @throws {WazabaError} `net` if it cannot be read, or is not a network for one of them
 */
export function netFrom(
  { net }: { net?: string | undefined },
  games: readonly Variant[],
): Uint8Array | null | undefined {
  if (net === undefined) return undefined;
  if (net === "none") return null;
  let file: Uint8Array;
  try {
    file = readFileSync(net);
  } catch (error) {
    throw new WazabaError("net", `--net: ${quote(net)} cannot be read: ${(error as Error).message}`);
  }
  // Parsed here too, so that the command fails at once.
  variantOfNet(file, games);
  return file;
}

/** The position given as `--fen FEN` or as arguments, quoted or word by word; undefined if none was given. */
export function fenFrom(flag: string | undefined, words: readonly string[], variant: Variant): Setup | undefined {
  if (flag !== undefined && words.length > 0)
    throw new WazabaError("usage", "give a position after --fen or as an argument, not both");
  if (flag === undefined && words.length === 0) return undefined;
  const text = flag ?? words.join(" ");
  return parseFen(text, variant, warn);
}

/**
 * An option of an engine, `NAME=VALUE`.
 *
 * @throws {WazabaError} naming the flag
 */
export function nameAndValue(flag: string, text: string): readonly [name: string, value: string] {
  const parts = /^([^=\r\n]+)=([^\r\n]*)$/.exec(text);
  if (parts === null) throw new WazabaError("usage", `${flag}: ${quote(text)} is not NAME=VALUE`);
  return [parts[1].trim(), parts[2].trim()];
}

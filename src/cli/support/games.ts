/** The flags `--variant` and `--variant-file`: built-in games, and games defined in files. */

import { MAX_LENGTH, parseVariant } from "../../chess/rules/define-variant";
import { CHESS, findBuiltIn, VARIANT_IDS } from "../../chess/variants/games";
import { findVariant } from "../../chess/variants/names";
import type { Variant } from "../../chess/variants/variant";
import { quote, WazabaError } from "../../errors";
import type { FlagValues } from "../flags/flag-table";
import { readStart } from "./read-start";
import { checkJson } from "./variant-json";

/** The flags themselves. */
export const VARIANT_FLAGS = {
  variant: { type: "string", argument: "ID", about: `the game (default: ${CHESS.id}, or the first of --variant-file)` },
  "variant-file": { type: "string", argument: "FILE", multiple: true, about: "a game of your own, described in JSON" },
} as const;

/** Their values. */
export type VariantValues = Partial<FlagValues<typeof VARIANT_FLAGS>>;

/**
 * The game to play, and those defined in files. Without `--variant`, a game from a file is played.
 *
 * @throws {WazabaError} `usage` for an unknown game, or a file that cannot be read or has no definition
 */
export function variantFrom(flags: VariantValues): { variant: Variant; own: readonly Variant[] } {
  const own: Variant[] = [];
  for (const file of flags["variant-file"] ?? []) {
    const variant = readVariant(file);
    const isTaken = findBuiltIn(variant.id) !== undefined || own.some(({ id }) => id === variant.id);
    if (isTaken) throw new WazabaError("usage", `${file}: a game ${quote(variant.id)} already exists`);
    own.push(variant);
  }
  if (flags.variant === undefined) return { variant: own[0] ?? CHESS, own };
  const variant = findVariant(flags.variant, own);
  if (variant === undefined) {
    const known = [...VARIANT_IDS, ...own.map(({ id }) => id)].join(", ");
    throw new WazabaError("usage", `--variant: ${quote(flags.variant)} is not one of ${known}`);
  }
  return { variant, own };
}

/**
 * The texts of the definitions of `--variant-file`, for engines that run elsewhere.
 *
 * @throws {WazabaError} `usage` for a file that cannot be read
 */
export function definitionsFrom(flags: VariantValues): string[] {
  return (flags["variant-file"] ?? []).map(readDefinition);
}

/** Normally the name of a file; a process that starts Wazaba for a game without a file passes the definition itself. */
function readDefinition(file: string): string {
  if (file.startsWith("{")) return file;
  try {
    return new TextDecoder().decode(readStart(file));
  } catch (error) {
    throw new WazabaError("usage", `--variant-file: ${quote(file)} cannot be read: ${(error as Error).message}`);
  }
}

function readVariant(file: string): Variant {
  const text = readDefinition(file);
  try {
    // A text that is far too long is not checked.
    if (text.length <= MAX_LENGTH) checkJson(text);
    return parseVariant(text);
  } catch (error) {
    if (!(error instanceof WazabaError)) throw error;
    throw new WazabaError("usage", `${file.startsWith("{") ? "--variant-file" : file}: ${error.message}`);
  }
}

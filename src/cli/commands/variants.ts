/** The command `wazaba variants`: lists the games, and imports those that Fairy-Stockfish is configured with. */

import { join } from "node:path";
import { defineVariant } from "../../chess/rules/define-variant";
import type { VariantDefinition } from "../../chess/variants/definition";
import { type ImportedVariant, type ImportProblem, importVariants } from "../../chess/variants/fairy-ini";
import { builtIn, findBuiltIn, VARIANT_IDS } from "../../chess/variants/games";
import { decodeText } from "../../decode";
import { quote, VariantError, WazabaError } from "../../errors";
import { defineCommand } from "../flags/define-command";
import { COMMON_FLAGS, SHARED } from "../flags/flags";
import { print, printError } from "../output";
import { VARIANT_FLAGS, variantFrom } from "../support/games";
import { NewFile } from "../support/new-file";
import { MAX_FILE, readStart } from "../support/read-start";

/** Exit code 1 if a variant of the file cannot be imported. */
export const variants = defineCommand(
  {
    name: "variants",
    arguments: "[import INI]",
    summary: "the games that it plays; imports others",
    about: `Lists the games: id, rules, start position. Games from files come last.

import reads a file that configures games of Fairy-Stockfish (variants.ini), and prints each variant that can be played as JSON
for --variant-file. Of the others it names each option that cannot be played, with its line.`,
    flags: {
      out: {
        ...SHARED.out,
        argument: "FOLDER",
        about: "with import: writes each variant to a new file there, ID.json",
      },
      "variant-file": VARIANT_FLAGS["variant-file"],
      json: COMMON_FLAGS.json,
    },
  },
  async (values, positionals) => {
    if (positionals.length > 0) return importFile(positionals, values);
    if (values.out !== undefined) throw new WazabaError("usage", "--out requires import");
    const { own } = variantFrom(values);
    const games = [...VARIANT_IDS.map((id) => builtIn(id)), ...own];
    if (values.json) {
      print(`${JSON.stringify(games.map(({ id, rules, fen }) => ({ id, rules, fen })))}\n`);
      return 0;
    }
    const width = Math.max(...games.map(({ id }) => id.length)) + 2;
    for (const { id, rules, fen } of games) {
      print(`${id.padEnd(width)}${rules}\n${"".padEnd(width)}${fen}\n`);
    }
    return 0;
  },
);

function importFile([action, file, ...more]: readonly string[], options: { out?: string; json?: boolean }): number {
  if (action !== "import") throw new WazabaError("usage", `variants: unknown action ${quote(action)}; import is one`);
  if (file === undefined || more.length > 0) throw new WazabaError("usage", "variants import: requires one file");
  const found = importVariants(readIni(file)).map(checked);
  if (found.length === 0) throw new WazabaError("usage", `${quote(file)} has no variants`);
  const playable = found.flatMap(({ definition }) => (definition === null ? [] : [definition]));
  if (options.json) print(`${JSON.stringify(found)}\n`);
  else {
    if (options.out === undefined) for (const definition of playable) print(jsonOf(definition));
    for (const { name, problems } of found)
      for (const problem of problems) printError(`${file}${describe(name, problem)}\n`);
    printError(`${playable.length} of ${found.length} variants can be played\n`);
  }
  for (const definition of options.out === undefined ? [] : playable) {
    const output = new NewFile("--out", join(options.out ?? "", `${definition.id}.json`), false);
    output.write(jsonOf(definition));
    output.close();
  }
  return playable.length === found.length ? 0 : 1;
}

function readIni(file: string): string {
  let bytes: Uint8Array;
  try {
    bytes = readStart(file);
  } catch (error) {
    throw new WazabaError("usage", `${quote(file)} cannot be read: ${(error as Error).message}`);
  }
  if (bytes.length === MAX_FILE) throw new WazabaError("usage", `${quote(file)} is too large: max ${MAX_FILE} bytes`);
  return decodeText(bytes);
}

function jsonOf(definition: VariantDefinition): string {
  return `${JSON.stringify(definition, null, 2)}\n`;
}

/** The same; with a problem if `--variant-file` would refuse the definition. */
function checked(variant: ImportedVariant): ImportedVariant {
  const { definition, line } = variant;
  if (definition === null) return variant;
  const refused = (option: string, reason: string): ImportedVariant => {
    return { ...variant, definition: null, problems: [{ line, option, value: "", reason }] };
  };
  if (findBuiltIn(definition.id) !== undefined) return refused("id", `${definition.id} is a built-in variant`);
  try {
    defineVariant(definition);
    return variant;
  } catch (error) {
    if (!(error instanceof VariantError)) throw error;
    return refused(error.field, error.message);
  }
}

function describe(name: string, { line, option, value, reason }: ImportProblem): string {
  return `${line === null ? "" : `:${line}`}: ${name}: ${quote(value === "" ? option : `${option} = ${value}`)}: ${reason}`;
}

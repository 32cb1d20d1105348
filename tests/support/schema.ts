/** The JSON Schemas of the `--json` output of commands. */

import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020";

/** The errors in a document by a schema of `docs/schemas/`; null if there are none. */
export function faultsOf(name: string, document: unknown): unknown {
  const ajv = new Ajv2020({ allErrors: true });
  const validate = ajv.compile(JSON.parse(readFileSync(`docs/schemas/${name}.schema.json`, "utf8")));
  return validate(document) ? null : validate.errors;
}

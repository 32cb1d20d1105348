/** The JSON Schemas of what commands print with `--json`. */

import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020";

/** What a schema of `docs/schemas/` says against a document; null if nothing. */
export function faultsOf(name: string, document: unknown): unknown {
  const ajv = new Ajv2020({ allErrors: true });
  const validate = ajv.compile(JSON.parse(readFileSync(`docs/schemas/${name}.schema.json`, "utf8")));
  return validate(document) ? null : validate.errors;
}

/** What the cluster adds to `src/validate.ts`: the context in which jobs and messages are read, and the error for a rejected one. */

import type { Variant } from "../chess/variants/variant";
import { WazabaError } from "../errors";
import * as validate from "../validate";

/** A job that a worker rejects; retrying would not help. */
export class JobRefused extends WazabaError {
  override get name(): string {
    return "JobRefused";
  }

  constructor(reason: string) {
    super("refused", reason);
  }
}

/** The context in which a job is read. */
export interface JobContext {
  /** The variants that it may name, by id. */
  readonly variants: ReadonlyMap<string, Variant>;
  /** The engines that it names; schemas add to them. */
  readonly engines: Set<string>;
}

export type JobSchema<T> = validate.Schema<T, JobContext>;

export const object: <T extends object>(schemas: validate.Fields<T, JobContext>) => JobSchema<T> = validate.object;

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WazabaError } from "../../src/errors";
import { garbled, junk, RUNS } from "../support/arbitraries";
import { PARSERS, workedMs } from "../support/parsers";

/** A text of some kilobytes that takes longer than this takes more than linear time. */
const AT_ONCE_MS = 500;

describe.each(Object.entries(PARSERS))("%s", (_what, { texts, read }) => {
  test.each([
    ["texts that are right, or nearly", texts, 0.1],
    ["garbled texts", garbled(texts), 0],
    ["junk", junk, 0],
  ])("%s: a value or a typed error, soon", (_kind, inputs, least) => {
    let values = 0;
    fc.assert(
      fc.property(inputs, (text) => {
        const start = workedMs();
        try {
          const value = read(text);
          if (!Array.isArray(value) || value.length > 0) values++;
        } catch (error) {
          expect(error).toBeInstanceOf(WazabaError);
          expect((error as Error).message.length).toBeLessThan(1000);
        }
        expect(workedMs() - start).toBeLessThan(AT_ONCE_MS);
      }),
      RUNS,
    );
    expect(values).toBeGreaterThanOrEqual(least * RUNS.numRuns);
  });
});

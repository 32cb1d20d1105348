import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WazabaError } from "../../src/errors";
import { garbled, junk, RUNS } from "../support/arbitraries";
import { PARSERS, workedMs } from "../support/parsers";

/** A text of some kilobytes that takes longer than this takes more than linear time. */
const AT_ONCE_MS = 500;

describe.each(Object.entries(PARSERS))("%s", (_what, { texts, read }) => {
  test.each([
    ["texts that are right, or nearly", texts],
    ["garbled texts", garbled(texts)],
    ["junk", junk],
  ])("%s: a value or a typed error, soon", (_kind, inputs) => {
    fc.assert(
      fc.property(inputs, (text) => {
        const start = workedMs();
        try {
          read(text);
        } catch (error) {
          expect(error).toBeInstanceOf(WazabaError);
          expect((error as Error).message.length).toBeLessThan(1000);
        }
        expect(workedMs() - start).toBeLessThan(AT_ONCE_MS);
      }),
      RUNS,
    );
  });
});

import { describe, expect, test } from "vitest";
import {
  array,
  boolean,
  InvalidValue,
  integer,
  line,
  nullable,
  object,
  oneOf,
  optional,
  record,
  type Schema,
  string,
  tagged,
} from "../src/validate";

const LIMITS = object<{ depth: number; nodes?: number | undefined }>({
  depth: integer(1, 255),
  nodes: optional(integer(1, 1e10)),
});
const UNION = tagged<object>("kind", { depth: object({ kind: oneOf("depth"), plies: integer(1, 9) }) });

test.each<[schema: Schema<unknown>, value: unknown]>([
  [string(), ""],
  [line(5), "e2–e4"],
  [boolean, false],
  [integer(-1, 1), -1],
  [oneOf(0, 1), 1],
  [nullable(integer(0, 9)), null],
  [array(boolean, 2), [true, false]],
  [LIMITS, { depth: 3 }],
  [LIMITS, { depth: 3, nodes: 5 }],
  [record(line(4), boolean, 1), { e2e4: true }],
  [UNION, { kind: "depth", plies: 3 }],
])("%# accepts %j", (schema, value) => {
  expect(schema(value, "", undefined)).toEqual(value);
});

test("an optional field may be undefined, and is left out", () => {
  expect(Object.keys(LIMITS({ depth: 1, nodes: undefined }, "", undefined))).toEqual(["depth"]);
});

/** A schema, a value, and the code, path and reason of its rejection. */
const REJECTED: [schema: Schema<unknown>, value: unknown, code: string, path: string, reason: string][] = [
  [string(), 5, "type", "x", "5 is not a string"],
  [string(3), "e2e4", "length", "x", '"e2e4" has 4 characters; at most 3 are allowed'],
  [string(9, /^\w+$/, "a word"), "\u001b[2J", "value", "x", '"\\u001b[2J" is not a word'],
  [line(9), "a\nb", "value", "x", '"a\\nb" is not a line of plain text'],
  [boolean, null, "type", "x", "null is not true or false"],
  [integer(1, 8), "3", "type", "x", '"3" is not a whole number from 1 to 8'],
  [integer(1, 8), 3.5, "value", "x", "3.5 is not a whole number from 1 to 8"],
  [integer(1, 8), Number.NaN, "value", "x", "NaN is not a whole number from 1 to 8"],
  [oneOf("a", "b"), "toString", "value", "x", '"toString" is not one of a, b'],
  [oneOf("a", "b"), 1, "type", "x", "1 is not one of a, b"],
  [oneOf("loss"), "win", "value", "x", '"win" is not "loss"'],
  [array(boolean, 2), { length: 1 }, "type", "x", "an object is not a list"],
  [array(boolean, 2), [true, true, true], "length", "x", "3 items; at most 2 are allowed"],
  [array(array(boolean, 1), 2), [[], [0]], "type", "x.1.0", "0 is not true or false"],
  [LIMITS, [], "type", "x", "a list is not an object"],
  [LIMITS, {}, "missing", "x.depth", "this field is required"],
  [LIMITS, { depth: 300 }, "value", "x.depth", "300 is not a whole number from 1 to 255"],
  [LIMITS, { depth: 3, node: 1 }, "unknown", "x", 'unknown field "node" (did you mean nodes?)'],
  [LIMITS, { depth: 3, time: 1 }, "unknown", "x", 'unknown field "time"; known are depth, nodes'],
  [LIMITS, JSON.parse('{ "__proto__": 1 }'), "unknown", "x", 'unknown field "__proto__"; known are depth, nodes'],
  [record(line(4), boolean, 1), { a: true, b: true }, "length", "x", "2 fields; at most 1 are allowed"],
  [
    record(line(1), boolean, 1),
    { ab: 1 },
    "length",
    "x: a field's name",
    '"ab" has 2 characters; at most 1 are allowed',
  ],
  [record(line(4), boolean, 1), { ab: 1 }, "type", "x.ab", "1 is not true or false"],
  [UNION, { kind: "constructor" }, "value", "x.kind", '"constructor" is not one of depth'],
  [UNION, { kind: "depth", plies: 10 }, "value", "x.plies", "10 is not a whole number from 1 to 9"],
];

describe("rejected", () => {
  test.each(REJECTED)("%# %j", (schema, value, code, path, reason) => {
    const reject = () => schema(value, "x", undefined);
    expect(reject).toThrow(InvalidValue);
    expect(reject).toThrow(expect.objectContaining({ code, path, reason, message: `${path}: ${reason}` }));
  });
});

test("a long value is cut, in the message and in the error", () => {
  const long = "x".repeat(1e6);
  for (const value of [long, { depth: 3, [long]: 1 }]) {
    const error = (() => {
      try {
        return (typeof value === "string" ? line(40) : LIMITS)(value, "x", undefined);
      } catch (caught) {
        return caught;
      }
    })();
    expect((error as InvalidValue).value).toBe(`${"x".repeat(59)}…`);
    expect((error as InvalidValue).message.length).toBeLessThan(150);
  }
});

import binaryen from "binaryen";
import { expect, test } from "vitest";

const { foldTables } = await import(new URL("../../../build/tables.mjs", import.meta.url).href);

/** A core with a table whose address its start function sets, and one that moves. */
const CORE = `(module
 (import "env" "memory" (memory $memory 1))
 (import "host" "shouldStop" (func $shouldStop (result i32)))
 (global $fixed (mut i32) (i32.const 0))
 (global $moving (mut i32) (i32.const 0))
 (global $nodes (mut f64) (f64.const 0))
 (export "fixed" (func $readFixed))
 (export "moving" (func $readMoving))
 (export "move" (func $move))
 (export "stop" (func $shouldStop))
 (start $start)
 (func $start
  (global.set $fixed (i32.add (i32.const 1000) (i32.shl (memory.size) (i32.const 16))))
  (global.set $moving (i32.add (global.get $fixed) (i32.const 64)))
  (global.set $nodes (f64.const 2))
 )
 (func $readFixed (result i32) (global.get $fixed))
 (func $readMoving (result i32) (i32.add (global.get $moving) (i32.trunc_f64_s (global.get $nodes))))
 (func $move (param $to i32) (global.set $moving (local.get $to)))
)`;
/** Where the tables stand in a new instance, whose memory has 64 pages. */
const FIXED = 1000 + 64 * 65536;

test("addresses that the start function alone sets become constants, others stay variables", () => {
  const folded: string = foldTables(binaryen.parseText(CORE).emitText(), (text: string) =>
    binaryen.parseText(text).emitBinary(),
  );
  expect(folded.match(/\(global\.get \S+\)/g)).toEqual([
    "(global.get $fixed)",
    "(global.get $moving)",
    "(global.get $nodes)",
  ]);
  expect(folded).toContain(`(i32.const ${FIXED})`);
  const binary = new Uint8Array(binaryen.parseText(folded).emitBinary());
  const memory = new WebAssembly.Memory({ initial: 64 });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(binary), {
    env: { memory },
    host: { shouldStop: () => 0 },
  });
  const { fixed, moving, move } = exports as Record<string, (to?: number) => number>;
  expect([fixed(), moving()]).toEqual([FIXED, FIXED + 66]);
  move(8);
  expect([fixed(), moving()]).toEqual([FIXED, 10]);
});

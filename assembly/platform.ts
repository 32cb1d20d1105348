/**
 * What the core takes from WebAssembly: memory, the host's callbacks. `platform.twin.ts` is the same for TypeScript.
 *
 * The memory of one searcher:
 *
 *     STATE …        the board and its tables, at addresses known when compiling (`rules/board.ts`, `rules/attacks.ts`)
 *     memoryBase …   constant data, laid out by asc (asconfig.json)
 *     heap …         tables of the shared code, in the order in which they are asked for
 *     heapEnd() …    the transposition table, where the host puts it
 */

/** A table of 32-bit integers. */
export type I32Table = StaticArray<i32>;
/** Constant numbers, written as a literal. */
export type Row = StaticArray<i32>;

/** Where the searcher's own tables begin. A threaded build would import it instead: one instance, one base. */
export const STATE: usize = 1024;

let heap: usize = (__heap_base + 63) & ~63;

/** The low 32 bits of a product. */
export function imul(a: i32, b: i32): i32 {
  return a * b;
}

/** A new zeroed table of `length` integers; it lives as long as the instance. */
export function newI32(length: i32): I32Table {
  const table = tableAt(heap + 64, length);
  heap = (heap + 64 + (<usize>length << 2) + 63) & ~63;
  growTo(heap);
  return table;
}

/** A table at an address with nothing in the 64 bytes before it: a StaticArray keeps its size in bytes there. */
export function tableAt(address: usize, length: i32): I32Table {
  growTo(address);
  store<u32>(address - 4, <u32>length << 2);
  return changetype<I32Table>(address);
}

/** The first address past all tables. */
export function heapEnd(): i32 {
  return <i32>heap;
}

export function clear(table: I32Table): void {
  const address = changetype<usize>(table);
  memory.fill(address, 0, load<u32>(address - 4));
}

function growTo(address: usize): void {
  const missing = <i32>((address + 65535) >> 16) - memory.size();
  if (missing > 0 && memory.grow(missing) < 0) unreachable();
}

/** Asked every so many nodes: nonzero ends the search. */
@external("host", "shouldStop")
export declare function shouldStop(): i32;

/** Told after every iteration (`search/report.ts` says what can be asked then). */
@external("host", "onIteration")
export declare function onIteration(): void;

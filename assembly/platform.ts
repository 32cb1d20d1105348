/**
 * The platform: what the core uses from WebAssembly, its memory and the host's callbacks. `platform.twin.ts` is the TypeScript
 * version.
 *
 * The memory map of one searcher:
 *
 *     STATE …        the board and its tables, at addresses known at compile time (`rules/layout.ts`)
 *     memoryBase …   constant data, laid out by asc (asconfig.json)
 *     heap …         tables of the shared code, in the order of their allocation
 *
 * The transposition table has a memory of its own (`search/tt-buckets.ts`).
 */

/** A table of 32-bit integers. */
export type I32Table = StaticArray<i32>;
/** A table of 16-bit integers. */
export type I16Table = StaticArray<i16>;
/** Constant numbers, written as a literal. */
export type Row = StaticArray<i32>;

/** Where the searcher's own tables begin. */
export const STATE: usize = 1024;

let heap: usize = (__heap_base + 63) & ~63;

/** The low 32 bits of a product. */
export function imul(a: i32, b: i32): i32 {
  return a * b;
}

/** A new zeroed table of `length` integers, never freed. */
export function newI32(length: i32): I32Table {
  const table = tableAt(heap + 64, length);
  heap = (heap + 64 + (<usize>length << 2) + 63) & ~63;
  growTo(heap);
  return table;
}

/** A new zeroed table of `length` integers; the length must be even. */
export function newI16(length: i32): I16Table {
  return changetype<I16Table>(newI32(length >> 1));
}

/** A table at an address with 64 unused bytes before it: a StaticArray keeps its size in bytes there. */
export function tableAt(address: usize, length: i32): I32Table {
  growTo(address);
  store<u32>(address - 4, <u32>length << 2);
  return changetype<I32Table>(address);
}

export function clear(table: I32Table): void {
  const address = changetype<usize>(table);
  memory.fill(address, 0, load<u32>(address - 4));
}

/** Clears `table[0 … length − 1]`. */
export function clearFirst(table: I32Table, length: i32): void {
  memory.fill(changetype<usize>(table), 0, <usize>length << 2);
}

export function clear16(table: I16Table): void {
  clear(changetype<I32Table>(table));
}

/** The index of the largest of `table[from … end − 1]`: at least one number, no two equal. */
export function largest(table: I32Table, from: i32, end: i32): i32 {
  const start = changetype<usize>(table);
  let top = from;
  let max = load<i32>(start + (<usize>from << 2));
  let i = from + 1;
  if (end - from >= 8) {
    // Four lanes, each with the largest of every fourth number and its index.
    let here = i32x4.add(i32x4.splat(from), i32x4(0, 1, 2, 3));
    let tops = here;
    let maxima = v128.load(start + (<usize>from << 2));
    for (i = from + 4; i + 4 <= end; i += 4) {
      const numbers = v128.load(start + (<usize>i << 2));
      const isMore = i32x4.gt_s(numbers, maxima);
      here = i32x4.add(here, i32x4.splat(4));
      maxima = i32x4.max_s(maxima, numbers);
      tops = v128.bitselect(here, tops, isMore);
    }
    max = i32x4.extract_lane(maxima, 0);
    top = i32x4.extract_lane(tops, 0);
    if (i32x4.extract_lane(maxima, 1) > max) {
      max = i32x4.extract_lane(maxima, 1);
      top = i32x4.extract_lane(tops, 1);
    }
    if (i32x4.extract_lane(maxima, 2) > max) {
      max = i32x4.extract_lane(maxima, 2);
      top = i32x4.extract_lane(tops, 2);
    }
    if (i32x4.extract_lane(maxima, 3) > max) {
      max = i32x4.extract_lane(maxima, 3);
      top = i32x4.extract_lane(tops, 3);
    }
  }
  for (; i < end; i++) {
    const number = load<i32>(start + (<usize>i << 2));
    if (number > max) {
      max = number;
      top = i;
    }
  }
  return top;
}

function growTo(address: usize): void {
  const missing = <i32>((address + 65535) >> 16) - memory.size();
  if (missing > 0 && memory.grow(missing) < 0) unreachable();
}

/** Called about every thousand nodes: nonzero ends the search. */
@external("host", "shouldStop")
export declare function shouldStop(): i32;

/** Called in the search: what tablebases say about the current position (`search/tablebases.ts`). */
@external("host", "probeTables")
export declare function probeTables(): i32;

/** Called by a core that was built with `TRACE`: the event and its numbers (`search/trace.ts`). */
@external("host", "onTrace")
export declare function onTrace(event: i32, a: i32, b: i32, c: i32, d: i32, e: i32, f: i32, g: i32): void;

/** Called after every iteration; the `searched…` functions of `search/iterative-deepening.ts` then return its results. */
@external("host", "onIteration")
export declare function onIteration(): void;

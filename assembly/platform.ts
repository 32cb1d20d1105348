/**
 * The platform: what the core takes from WebAssembly, its memory and the host's callbacks. `platform.twin.ts` is the same
 * for TypeScript.
 *
 * The memory map of one searcher:
 *
 *     STATE …        the board and its tables, at addresses known when compiling (`rules/board.ts`, `rules/attacks.ts`)
 *     memoryBase …   constant data, laid out by asc (asconfig.json)
 *     heap …         tables of the shared code, in the order in which they are asked for
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

/** A new zeroed table of `length` integers; it lives as long as the instance. */
export function newI32(length: i32): I32Table {
  const table = tableAt(heap + 64, length);
  heap = (heap + 64 + (<usize>length << 2) + 63) & ~63;
  growTo(heap);
  return table;
}

/** A new zeroed table of `length` integers, an even number. */
export function newI16(length: i32): I16Table {
  return changetype<I16Table>(newI32(length >> 1));
}

/** A table at an address with nothing in the 64 bytes before it: a StaticArray keeps its size in bytes there. */
export function tableAt(address: usize, length: i32): I32Table {
  growTo(address);
  store<u32>(address - 4, <u32>length << 2);
  return changetype<I32Table>(address);
}

export function clear(table: I32Table): void {
  const address = changetype<usize>(table);
  memory.fill(address, 0, load<u32>(address - 4));
}

export function clear16(table: I16Table): void {
  clear(changetype<I32Table>(table));
}

/** The index of the largest of `table[from … end − 1]`, at least one number and no two equal. */
export function largest(table: I32Table, from: i32, end: i32): i32 {
  const start = changetype<usize>(table);
  let top = from;
  let most = load<i32>(start + (<usize>from << 2));
  let i = from + 1;
  if (end - from >= 8) {
    // Four lanes, each with the largest of every fourth number and where it stood.
    let here = i32x4.add(i32x4.splat(from), i32x4(0, 1, 2, 3));
    let tops = here;
    let mosts = v128.load(start + (<usize>from << 2));
    for (i = from + 4; i + 4 <= end; i += 4) {
      const numbers = v128.load(start + (<usize>i << 2));
      const isMore = i32x4.gt_s(numbers, mosts);
      here = i32x4.add(here, i32x4.splat(4));
      mosts = i32x4.max_s(mosts, numbers);
      tops = v128.bitselect(here, tops, isMore);
    }
    most = i32x4.extract_lane(mosts, 0);
    top = i32x4.extract_lane(tops, 0);
    if (i32x4.extract_lane(mosts, 1) > most) {
      most = i32x4.extract_lane(mosts, 1);
      top = i32x4.extract_lane(tops, 1);
    }
    if (i32x4.extract_lane(mosts, 2) > most) {
      most = i32x4.extract_lane(mosts, 2);
      top = i32x4.extract_lane(tops, 2);
    }
    if (i32x4.extract_lane(mosts, 3) > most) {
      most = i32x4.extract_lane(mosts, 3);
      top = i32x4.extract_lane(tops, 3);
    }
  }
  for (; i < end; i++) {
    const number = load<i32>(start + (<usize>i << 2));
    if (number > most) {
      most = number;
      top = i;
    }
  }
  return top;
}

function growTo(address: usize): void {
  const missing = <i32>((address + 65535) >> 16) - memory.size();
  if (missing > 0 && memory.grow(missing) < 0) unreachable();
}

/** Asked about every thousand nodes: nonzero ends the search. */
@external("host", "shouldStop")
export declare function shouldStop(): i32;

/** Told what happens in a core that was built with `TRACE`: the event and what comes with it (`search/trace.ts`). */
@external("host", "onTrace")
export declare function onTrace(event: i32, a: i32, b: i32, c: i32, d: i32, e: i32, f: i32, g: i32): void;

/** Told after every iteration; the `searched…` functions of `search/search.ts` then say what it brought. */
@external("host", "onIteration")
export declare function onIteration(): void;

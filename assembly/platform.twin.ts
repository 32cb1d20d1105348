/** The platform: what the core uses from JavaScript, typed arrays and the host's callbacks. */

/** A table of 32-bit integers. */
export type I32Table = Int32Array;
/** A table of 16-bit integers. */
export type I16Table = Int16Array;
/** Constant numbers, written as a literal. */
export type Row = readonly number[];

/** A core's host. */
export interface Host {
  /** Called about every thousand nodes: nonzero ends the search. */
  shouldStop(): number;
  /** Called after every iteration. */
  onIteration(): void;
  /** Called in the search: what tablebases say about the current position (`search/tablebases.ts`). */
  probeTables(): number;
  /** Called by a core that was built with `TRACE`: the event and its numbers (`search/trace.ts`). */
  onTrace?(event: number, ...numbers: number[]): void;
}

let host: Host = { shouldStop: () => 0, onIteration: () => {}, probeTables: () => 0 };

/** Sets the host of the core; to be called before a search. */
export function connect(to: Host): void {
  host = to;
}

/** The low 32 bits of a product. */
export const imul = Math.imul;

/** A new zeroed table of `length` integers. */
export function newI32(length: i32): I32Table {
  return new Int32Array(length);
}

/** A new zeroed table of `length` integers; the length must be even. */
export function newI16(length: i32): I16Table {
  return new Int16Array(length);
}

/** The address only matters in WebAssembly. */
export function tableAt(_address: i32, length: i32): I32Table {
  return new Int32Array(length);
}

export function clear(table: I32Table): void {
  table.fill(0);
}

/** Clears `table[0 … length − 1]`. */
export function clearFirst(table: I32Table, length: i32): void {
  table.fill(0, 0, length);
}

export function clear16(table: I16Table): void {
  table.fill(0);
}

/** The index of the largest of `table[from … end − 1]`: at least one number, no two equal. */
export function largest(table: I32Table, from: i32, end: i32): i32 {
  let top = from;
  let max = table[from];
  for (let i = from + 1; i < end; i++) {
    const number = table[i];
    if (number > max) {
      max = number;
      top = i;
    }
  }
  return top;
}

export function shouldStop(): i32 {
  return host.shouldStop();
}

export function onTrace(event: i32, a: i32, b: i32, c: i32, d: i32, e: i32, f: i32, g: i32): void {
  host.onTrace?.(event, a, b, c, d, e, f, g);
}

export function probeTables(): i32 {
  return host.probeTables();
}

export function onIteration(): void {
  host.onIteration();
}

/** The link to the memory of the transposition table: in WebAssembly a module of its own (`tt-buckets.ts`). */

@external("tt", "clearBuckets")
export declare function clearBuckets(): void;

@external("tt", "growBuckets")
export declare function growBuckets(): void;

@external("tt", "nextGeneration")
export declare function nextGeneration(): void;

@external("tt", "shareIteration")
export declare function shareIteration(depth: i32): void;

@external("tt", "sharedIteration")
export declare function sharedIteration(): i32;

@external("tt", "findEntry")
export declare function findEntry(low: i32, high: i32): i32;

@external("tt", "firstWord")
export declare function firstWord(): i32;

@external("tt", "storeEntry")
export declare function storeEntry(low: i32, high: i32, first: i32, second: i32): void;

@external("tt", "sampleFilling")
export declare function sampleFilling(): i32;

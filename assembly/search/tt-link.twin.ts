/** The link to the memory of the transposition table: in the twin, part of it. */

export * from "./tt-buckets";

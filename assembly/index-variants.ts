/** The exports that only the build for every variant has, besides those of `index.ts`. */

export { setChecks } from "./rules/board";
export { setHands, setPromoted } from "./rules/hands";

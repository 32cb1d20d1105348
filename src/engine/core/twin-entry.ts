/** The TypeScript twin as a module of its own (`dist/web/twin.js`): the same calls as the WebAssembly core, and its host. */

export * from "../../../assembly/index";
export * from "../../../assembly/index-variants";
export { connect } from "../../../assembly/platform";
export { useBuckets } from "../../../assembly/search/tt-buckets";

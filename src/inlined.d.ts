/** What `build/inline.mjs` puts into the code itself: files of `dist/web/` by name, deflated, in base64; and the search worker's script. */
declare module "inlined:files" {
  const files: Partial<Record<import("./engine/core/files").AssetName, string>>;
  export default files;
}
declare module "inlined:openings" {
  /** `table` has a line for each name, with its code and the first `digits` of its positions' keys. */
  const openings: { readonly digits: number; readonly table: string };
  export default openings;
}
declare module "inlined:worker.js" {
  const script: string;
  export default script;
}

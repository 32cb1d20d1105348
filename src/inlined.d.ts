/** What `build/build.mjs` puts into the code itself: a file of `dist/web/`, deflated, in base64, or the network of orthodox chess by name; `worker.js` as it is. */
declare module "inlined:nets" {
  const texts: Partial<Record<import("./engine/net/nets").NetName, string>>;
  export default texts;
}
declare module "inlined:openings" {
  /** `table` has a line for each name, with its code and the first `digits` of its positions' keys. */
  const openings: { readonly digits: number; readonly table: string };
  export default openings;
}
declare module "inlined:*" {
  const text: string;
  export default text;
}

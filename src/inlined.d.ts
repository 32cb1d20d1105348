/** What `build/build.mjs` puts into the code itself: a file of `dist/web/`, deflated, in base64, or the network of orthodox chess by name; `worker.js` as it is. */
declare module "inlined:nets" {
  const texts: Partial<Record<import("./engine/net/nets").NetName, string>>;
  export default texts;
}
declare module "inlined:*" {
  const text: string;
  export default text;
}

/** What `build.mjs` puts into the code itself: a file of `dist/web/`, deflated, in base64; `worker.js` as it is. */
declare module "inlined:*" {
  const text: string;
  export default text;
}

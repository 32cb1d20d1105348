/** The real worker, in a place that refuses one step of WebAssembly: the environment variable `REFUSED` names it. */

import "#worker";

/**
 * Throws what WebKit throws.
 *
 * @returns {never}
 */
function refuse() {
  throw new WebAssembly.CompileError("Refused to create a WebAssembly object because of the Content Security Policy");
}

const step = process.env.REFUSED ?? "";
if (step === "WebAssembly") Reflect.deleteProperty(globalThis, "WebAssembly");
else if (step === "compile") WebAssembly.compile = async () => refuse();
else Reflect.set(WebAssembly, step, new Proxy(Reflect.get(WebAssembly, step), { construct: refuse }));

/** The real worker, in a place that refuses one step of WebAssembly: the environment variable `REFUSED` names it. */

import "../../../dist/worker.js";

/** As WebKit words it. */
function refuse() {
  throw new WebAssembly.CompileError("Refused to create a WebAssembly object because of the Content Security Policy");
}

const step = process.env.REFUSED;
if (step === "WebAssembly") delete globalThis.WebAssembly;
else if (step === "compile") WebAssembly.compile = async () => refuse();
else WebAssembly[step] = new Proxy(WebAssembly[step], { construct: refuse });

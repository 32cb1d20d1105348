/**
 * Makes the addresses of a core's tables constants. Its start function allocates one table after the other (`platform.newI32`) and
 * keeps each address in a global variable, which all code reads at each access, and which V8 cannot fold into an instruction. But
 * the addresses are the same in every instance. So one instance is started here, and its addresses replace the variables: a search
 * takes 3 % less time (`docs/search.md`).
 */

/** @typedef {(text: string) => BufferSource} Compile makes the binary of a module from its text */

/** Initial memory in pages; the core grows it. */
const PAGES = 64;

/**
 * Replaces reads of 32-bit global variables that only the start function sets by constants.
 *
 * @param {string} text the core in WebAssembly's text format as binaryen writes it
 * @param {Compile} compile
 * @throws {Error} if the core has no start function
 */
export function foldTables(text, compile) {
  const [head, ...functions] = text.split(/^(?= \(func )/m);
  const startName = /^ \(start (\S+)\)$/m.exec(text)?.[1];
  /** @param {string} code */
  const isStart = (code) => code.startsWith(` (func ${startName}\n`) || code.startsWith(` (func ${startName} `);
  const start = functions.find(isStart);
  if (start === undefined) throw new Error("the core has no start function");
  const setElsewhere = setIn(functions.filter((code) => !isStart(code)).join(""));
  const tables = [...setIn(start)].filter((name) => {
    return !setElsewhere.has(name) && head.includes(`(global ${name} (mut i32) `);
  });
  const addresses = valuesOf(tables, text, compile);
  /** @param {string} code */
  const fold = (code) => {
    return code.replace(/\(global\.get (\S+)\)/g, (read, name) => {
      return addresses.has(name) ? `(i32.const ${addresses.get(name)})` : read;
    });
  };
  return [head, ...functions.map((code) => (isStart(code) ? code : fold(code)))].join("");
}

/**
 * The names of the global variables that this code sets.
 *
 * @param {string} code
 */
function setIn(code) {
  return new Set(Array.from(code.matchAll(/\(global\.set (\S+)/g), ([, name]) => name));
}

/**
 * The values of global variables in a new instance.
 *
 * @param {readonly string[]} names
 * @param {string} text
 * @param {Compile} compile
 */
function valuesOf(names, text, compile) {
  const exported = names.map((name, i) => ` (export "global ${i}" (global ${name}))\n`).join("");
  const module = new WebAssembly.Module(compile(text.replace(/^ \(start /m, `${exported} (start `)));
  /** @type {WebAssembly.Imports} */
  const imports = { env: { memory: new WebAssembly.Memory({ initial: PAGES }) } };
  // The start function calls none of these.
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (kind === "function") imports[from] = { ...imports[from], [name]: () => 0 };
  }
  const { exports } = new WebAssembly.Instance(module, imports);
  /** @type {(i: number) => number} */
  const addressOf = (i) => /** @type {WebAssembly.Global<"i32">} */ (exports[`global ${i}`]).value;
  return new Map(names.map((name, i) => [name, addressOf(i)]));
}

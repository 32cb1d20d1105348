/**
 * Makes the addresses of a core's tables constants. Its start function sets aside one table after the other (`platform.newI32`) and
 * keeps each address in a global variable, from which all code reads it at each access, and which V8 cannot fold into an
 * instruction. But the addresses are the same in every instance. So one is started here, and what it has there takes the place of
 * the variables: a search takes 3 % less time (`docs/search.md`).
 */

/** Memory to start with, pages; the core grows it. */
const PAGES = 64;

/**
 * A core as text, with constants where it reads 32-bit global variables that its start function alone sets.
 *
 * @param text the core, in WebAssembly's text format as binaryen writes it
 * @param compile makes the binary of a text
 */
export function foldTables(text, compile) {
  const [head, ...functions] = text.split(/^(?= \(func )/m);
  const startName = /^ \(start (\S+)\)$/m.exec(text)[1];
  const isStart = (code) => code.startsWith(` (func ${startName}\n`) || code.startsWith(` (func ${startName} `);
  const setElsewhere = setIn(functions.filter((code) => !isStart(code)).join(""));
  const tables = [...setIn(functions.find(isStart))].filter((name) => {
    return !setElsewhere.has(name) && head.includes(`(global ${name} (mut i32) `);
  });
  const addresses = valuesOf(tables, text, compile);
  const fold = (code) => {
    return code.replace(/\(global\.get (\S+)\)/g, (read, name) => {
      return addresses.has(name) ? `(i32.const ${addresses.get(name)})` : read;
    });
  };
  return [head, ...functions.map((code) => (isStart(code) ? code : fold(code)))].join("");
}

/** The names of the global variables that code sets. */
function setIn(code) {
  return new Set(Array.from(code.matchAll(/\(global\.set (\S+)/g), ([, name]) => name));
}

/** The values of global variables in a new instance. */
function valuesOf(names, text, compile) {
  const exported = names.map((name, i) => ` (export "global ${i}" (global ${name}))\n`).join("");
  const module = new WebAssembly.Module(compile(text.replace(/^ \(start /m, `${exported} (start `)));
  const imports = { env: { memory: new WebAssembly.Memory({ initial: PAGES }) } };
  // To start calls nothing of the host.
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (kind === "function") imports[from] = { ...imports[from], [name]: () => 0 };
  }
  const { exports } = new WebAssembly.Instance(module, imports);
  return new Map(names.map((name, i) => [name, exports[`global ${i}`].value]));
}

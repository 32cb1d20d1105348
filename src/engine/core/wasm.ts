/**
 * WebAssembly here: compiles modules and instantiates them with AssemblyScript's loader. An environment may forbid any step, or have no
 * WebAssembly at all. At whichever step it fails, the error's code is then `wasm`, and the twin takes over.
 */

import { instantiateSync } from "@assemblyscript/loader";
import { messageOf, WazabaError } from "../../errors";
import { message } from "../../message";

/** A new memory of a fixed size, pages: some browsers reserve all of the maximum. @throws as `instantiate` does */
export function newMemory(pages: number, isShared: boolean): WebAssembly.Memory {
  return attempt(() => new WebAssembly.Memory({ initial: pages, maximum: pages, shared: isShared }));
}

/** Compiles a module. @throws {WazabaError} `wasm` if WebAssembly, or a feature that the module needs, is missing or forbidden */
export async function compile(binary: Uint8Array<ArrayBuffer>): Promise<WebAssembly.Module> {
  try {
    return await attempt(() => WebAssembly.compile(binary));
  } catch (error) {
    throw unusable(error);
  }
}

/**
 * Instantiates a module, and returns its exports.
 *
 * @throws {WazabaError} `wasm` as `compile` does: WebKit compiles what a CSP without `wasm-unsafe-eval` forbids, and rejects it here
 * @throws {RangeError} if there is not enough memory
 */
export function instantiate<Exports>(module: WebAssembly.Module, imports: WebAssembly.Imports): Exports {
  // The exports of the instance itself: the loader wraps each in a function, and the search calls the table's functions at every node.
  return attempt(() => instantiateSync(module, imports).instance.exports as Exports);
}

function attempt<Result>(step: () => Result): Result {
  if (typeof WebAssembly === "undefined") throw new WazabaError("wasm", message`WebAssembly is not available here`);
  try {
    return step();
  } catch (error) {
    throw unusable(error);
  }
}

/** What to throw for an error of WebAssembly. */
function unusable(error: unknown): unknown {
  const { LinkError, RuntimeError } = WebAssembly;
  // Out of memory, a file of another version, a trap: WebAssembly itself is available.
  if (error instanceof RangeError || error instanceof LinkError || error instanceof RuntimeError) return error;
  if (error instanceof WazabaError) return error;
  return new WazabaError("wasm", message`WebAssembly cannot be used here: ${messageOf(error)}`);
}

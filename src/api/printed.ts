/** What `console.log` shows of an object in Node, Deno and Bun. */

const INSPECT = /* @__PURE__ */ Symbol.for("nodejs.util.inspect.custom");

/**
 * Has the console show an object, and all others of its class, as a text. To be called by the constructor: bundlers would keep a class
 * with a computed method even where nobody uses it.
 */
export function printAs<T extends object>(object: T, textOf: (object: T) => string): void {
  if (INSPECT in object) return;
  const value = function (this: T) {
    return textOf(this);
  };
  Object.defineProperty(Object.getPrototypeOf(object), INSPECT, { value });
}

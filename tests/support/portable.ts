import { unchecked } from "../../assembly/portable";

/** AssemblyScript's builtins for the sources of the twin when vitest runs them. */
Object.assign(globalThis, { unchecked });

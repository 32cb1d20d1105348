import { unchecked } from "../../assembly/portable";

/** What AssemblyScript has as builtins, for the twin's sources as vitest reads them. */
Object.assign(globalThis, { unchecked });

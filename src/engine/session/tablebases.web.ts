/** In browsers there are no folders, and so no tablebases. */

import type * as node from "./tablebases";

export const tablebaseSettings: typeof node.tablebaseSettings = () => null;

export const countTables: typeof node.countTables = () => "";

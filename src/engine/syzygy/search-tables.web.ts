/** Pages have no folders, and so no tablebases. */

import type * as node from "./search-tables";

export class SearchTables implements Pick<node.SearchTables, "open" | "rank" | "allow" | "probe"> {
  async open(): Promise<void> {}

  rank(): null {
    return null;
  }

  allow(): void {}

  probe(): number {
    return 0;
  }
}

/** Tablebases as a session has them: from its options. */

import { type Message, message } from "../../message";
import { countsOf, tableFiles } from "../syzygy/folders";
import type { TablebaseSettings } from "../syzygy/settings";
import type { OptionValues } from "./options";

/** How a search is to probe them; null if it is not. */
export function tablebaseSettings(options: OptionValues): TablebaseSettings | null {
  const {
    SyzygyPath: path,
    SyzygyProbeDepth: depth,
    SyzygyProbeLimit: limit,
    Syzygy50MoveRule: hasMoveLimit,
  } = options;
  return path === "" || limit === 0 ? null : { path, depth, limit, hasMoveLimit };
}

/**
 * How many there are in folders, for their user.
 *
 * @throws {WazabaError} `file` if a folder cannot be read
 */
export function countTables(path: string): Message {
  const { wdl, dtz, men } = countsOf(tableFiles(path));
  return message`${wdl} WDL and ${dtz} DTZ tablebases, up to ${men} pieces`;
}

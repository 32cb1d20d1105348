/** The engine's name and version. */

// Named, since a bundle would hold the whole file otherwise.
import { version } from "../package.json";

/** Name and version, as protocols give them. */
export const NAME = `Wazaba ${version}`;

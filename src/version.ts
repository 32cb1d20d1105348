/** The engine's name and version. */

import packageJson from "../package.json" with { type: "json" };

/** Name and version, as protocols give them. */
export const NAME = `Wazaba ${packageJson.version}`;

/** Types of `install.mjs`, for the tests. */

export function install(net: string, id: string, root?: URL): void;

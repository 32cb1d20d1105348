/** The script of a worker thread: a search worker, a helper of one, or a generator of endgame tables. */

import { importAsset, readAsset } from "../core/assets";
import type { OpenStore } from "../endgame/serve";
import { tableFolder } from "../endgame/table-folder";
import { help } from "./helper";
import { openPort } from "./port";
import { SearchWorker } from "./search-worker";

/** What `endgame.js` exports (`src/engine/endgame/serve.ts`). */
interface EndgameScript {
  serve(port: MessagePort, binary: Uint8Array<ArrayBuffer>, openStore: OpenStore): void;
}

openPort().then(async (port) => {
  const { helps, endgames } = port.start;
  if (helps) help(helps);
  else if (endgames) {
    const [script, binary] = await Promise.all([importAsset("endgame.js"), readAsset("endgame.wasm")]);
    (script as EndgameScript).serve(endgames, binary, tableFolder);
  } else new SearchWorker(port);
});

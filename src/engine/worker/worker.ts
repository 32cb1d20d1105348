/** The script of a worker thread: a search worker, or a helper of one. */

import { help } from "./helper";
import { openPort } from "./port";
import { SearchWorker } from "./search-worker";

openPort().then((port) => {
  const { helps } = port.start;
  if (helps) help(helps);
  else new SearchWorker(port);
});

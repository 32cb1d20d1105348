/** The command `wazaba perft`: counts the leaves of the tree of legal moves, in all or by move (divide). */

import { loadCore } from "../core/load";
import { WazabaError } from "../errors";
import { formatUciMove } from "../position/uci-text";
import { Game } from "../rules/game";
import { COMMON_FLAGS, coreNamed, fenFrom, parseArgs, wholeNumber } from "./arguments";
import { gameFrom, VARIANT_FLAGS } from "./games";
import { showProgress } from "./progress";

const HELP = `wazaba perft DEPTH [--fen FEN] [--divide] [--chess960] [--variant ID] [--variant-file FILE]
                   [--core wasm|ts] [--json]

Counts the leaves of the tree of legal moves, DEPTH plies deep. The moves of the last ply are counted, not made.
  --divide     also prints the leaves of each root move
  --chess960   writes castling as king takes rook
`;

/** `wazaba perft`. */
export async function perft(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...COMMON_FLAGS,
      ...VARIANT_FLAGS,
      fen: { type: "string" },
      divide: { type: "boolean", default: false },
      chess960: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const [depthText, ...words] = positionals;
  const depth = wholeNumber("DEPTH", depthText, 0);
  if (depth === undefined) throw new WazabaError("usage", "perft: how deep? For example: wazaba perft 5");
  const { variant } = gameFrom(values);
  const root = fenFrom(values.fen, words, variant) ?? Game.start(variant).root;
  const core = await loadCore(coreNamed(values.core), { hash: 1, variant });
  core.setPosition(root, []);

  const start = performance.now();
  const divide: Record<string, number> = {};
  let nodes = depth === 0 ? 1 : 0;
  if (depth > 0) {
    core.divide(depth, (move, leaves) => {
      const name = formatUciMove(move, values.chess960, variant);
      divide[name] = leaves;
      nodes += leaves;
      showProgress(`${name}, ${nodes} so far`);
      if (values.divide && !values.json) process.stdout.write(`${name}: ${leaves}\n`);
    });
  }
  showProgress("");
  const timeMs = performance.now() - start;
  const nps = Math.round((nodes * 1000) / timeMs);
  if (values.json) {
    const report = {
      variant: variant.id,
      core: core.name,
      depth,
      nodes,
      timeMs,
      nps,
      ...(values.divide && { divide }),
    };
    process.stdout.write(`${JSON.stringify(report)}\n`);
  } else {
    process.stdout.write(`${nodes} nodes, ${Math.round(timeMs)} ms, ${(nps / 1e6).toFixed(1)} million a second\n`);
  }
  return 0;
}

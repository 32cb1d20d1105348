/** The command `wazaba perft`: counts the leaves of the tree of legal moves, in total or by move (divide). */

import { formatFen } from "../../chess/position/fen";
import { hasOrthodoxCastling, type Setup } from "../../chess/position/setup";
import { formatUciMove } from "../../chess/position/uci-text";
import { Game } from "../../chess/rules/game";
import type { CoreName } from "../../engine/core/core";
import { loadCore } from "../../engine/core/load";
import { WazabaError } from "../../errors";
import { LocalPool, type Pool } from "../../jobs/pool";
import { perftJobs, perftLines } from "../../lab/bench/perft-jobs";
import { defineCommand } from "../flags/define-command";
import { readInteger } from "../flags/flag-table";
import { COMMON_FLAGS, POSITION_FLAGS, SHARED } from "../flags/flags";
import { print } from "../output";
import { gameFrom } from "../support/arguments";
import { VARIANT_FLAGS, variantFrom } from "../support/games";
import { longRun, type RunOutcome } from "../support/long-run";
import { poolFlags, poolFrom } from "../support/pool";
import { showProgress } from "../support/progress";

/** Exit code 1 if jobs failed, 128 and the signal's number if one ended them. */
export const perft = defineCommand(
  {
    name: "perft",
    arguments: "DEPTH [FEN]",
    summary: "counts the leaves of the tree of legal moves",
    about:
      "Counts the leaves of the tree of legal moves, DEPTH plies deep. The moves of the last ply are counted, not made.",
    flags: {
      ...POSITION_FLAGS,
      divide: { type: "boolean", about: "also prints the leaves of each root move" },
      chess960: { ...SHARED.chess960, about: "writes castling as king takes rook" },
      ...poolFlags(
        "splits the tree by its first plies, and counts N parts at the same time (default: the tree is not split)",
      ),
      ...VARIANT_FLAGS,
      ...COMMON_FLAGS,
    },
  },
  async (values, positionals) => {
    const [depthText, ...words] = positionals;
    if (depthText === undefined) throw new WazabaError("usage", "perft: missing DEPTH, for example wazaba perft 5");
    const depth = readInteger("DEPTH", depthText, { min: 0 });
    const { variant } = variantFrom(values);
    const { core } = values;
    const pool = poolFrom(values);
    const root = (gameFrom(values, words, variant) ?? Game.start(variant)).position();
    const isDivided = depth > 1 && (values.jobs !== undefined || !(pool instanceof LocalPool));

    const start = performance.now();
    const divide: Record<string, number> = {};
    let nodes = depth === 0 ? 1 : 0;
    const count: Count = (move, leaves) => {
      const name = formatUciMove(move, values.chess960, variant);
      divide[name] = leaves;
      nodes += leaves;
      showProgress(`${name}, ${nodes} so far`);
      if (values.divide && !values.json) print(`${name}: ${leaves}\n`);
    };
    let exitCode = 0;
    if (isDivided) exitCode = (await countInJobs({ root, depth, core, count, total: () => nodes }, pool)).exit();
    else if (depth > 0) {
      const own = await loadCore(core, { hash: 1, variant });
      own.setPosition(root, []);
      own.divide(depth, count);
    }
    showProgress("");
    // A partial sum is worthless.
    if (exitCode !== 0) return exitCode;
    const timeMs = performance.now() - start;
    const nps = Math.round((nodes * 1000) / timeMs);
    if (values.json) {
      const report = { variant: variant.id, core, depth, nodes, timeMs, nps, ...(values.divide && { divide }) };
      print(`${JSON.stringify(report)}\n`);
    } else {
      print(`${nodes} nodes, ${Math.round(timeMs)} ms, ${(nps / 1e6).toFixed(1)} million a second\n`);
    }
    return 0;
  },
);

/** Receives the leaves of each root move. */
type Count = (move: number, leaves: number) => void;

/** What to count. */
interface CountRequest {
  readonly root: Setup;
  /** Plies; at least 2. */
  readonly depth: number;
  readonly core: CoreName;
  readonly count: Count;
  total(): number;
}

/** Counts by jobs: lines of the first plies. */
function countInJobs({ root, depth, core, count, total }: CountRequest, pool: Pool): Promise<RunOutcome> {
  const lines = perftLines(root, depth);
  const plies = lines.at(0)?.moves.length ?? 0;
  let done = 0;
  let leaves = 0;
  const run = {
    kind: perftJobs(),
    setup: {
      core,
      variant: root.variant,
      fen: formatFen(root, { chess960: !hasOrthodoxCastling(root) }),
      depth: depth - plies,
    },
    from: 0,
    to: lines.length,
    params: (index: number) => ({ moves: lines[index].moves }),
    onResult: ({ nodes }: { readonly nodes: number }, index: number) => {
      done++;
      leaves += nodes;
      if (lines[index].first === lines.at(index + 1)?.first) return false;
      count(lines[index].first, leaves);
      leaves = 0;
      return false;
    },
  };
  const reporter = {
    progress: () => `${total()} so far`,
    counts: () => ({ done, before: 0, wanted: lines.length }),
  };
  return longRun(
    reporter,
    pool,
    ({ work }) => work(run),
    () => {},
  );
}

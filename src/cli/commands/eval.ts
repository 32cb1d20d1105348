/** The command `wazaba eval`: the static evaluation of a position, piece by piece, without a search. */

import { winDrawLoss } from "../../chess/notation/wdl";
import { pieceLetter } from "../../chess/position/names";
import { Game } from "../../chess/rules/game";
import { squareName } from "../../chess/variants/square-names";
import { type EvalTrace, type StackTrace, traceEvaluation } from "../../engine/core/eval-trace";
import { loadCore } from "../../engine/core/load";
import { defineCommand } from "../flags/define-command";
import { COMMON_FLAGS, NET_FLAGS, POSITION_FLAGS } from "../flags/flags";
import { print } from "../output";
import { gameFrom, netFrom } from "../support/arguments";
import { warn } from "../support/faults";
import { VARIANT_FLAGS, variantFrom } from "../support/games";

export const evaluate = defineCommand(
  {
    name: "eval",
    arguments: "[FEN]",
    summary: "the static evaluation, piece by piece",
    about: `The static evaluation of a position by the network (NNUE) or the piece-square tables (PSQT), without a search, and how
much each piece changes it, in pawns for White. In positions that are not quiet, the score of a search differs. A network has layers
for each range of piece counts; the evaluation by each of them comes last, with the one used for this position in brackets.`,
    flags: { ...POSITION_FLAGS, ...NET_FLAGS, ...VARIANT_FLAGS, ...COMMON_FLAGS },
  },
  async (values, positionals) => {
    const { variant } = variantFrom(values);
    const game = gameFrom(values, positionals, variant) ?? Game.start(variant);
    const net = netFrom(values, [variant]);
    const core = await loadCore(values.core, { hash: 1, variant, net, onNoNet: warn });
    const trace = traceEvaluation(core, game.position());
    const wdl = winDrawLoss(trace.score, game);
    if (values.json) print(`${JSON.stringify(documentOf(game, core.name, trace, wdl))}\n`);
    else print(`${game.fen()}\n\n${diagramOf(game, trace).join("\n")}\n\n${summaryOf(trace, wdl)}\n`);
    return 0;
  },
);

type Wdl = ReturnType<typeof winDrawLoss>;

function documentOf(game: Game, core: string, { by, score, white, pieces, stacks }: EvalTrace, wdl: Wdl) {
  const { variant } = game;
  return {
    variant: variant.id,
    core,
    fen: game.fen(),
    by,
    score,
    white,
    wdl,
    pieces: pieces.map(({ square, piece, share }) => {
      return { square: squareName(square), piece: pieceLetter(piece, variant), share };
    }),
    stacks,
  };
}

/** The board, each piece above its share; White below. */
function diagramOf(game: Game, { pieces }: EvalTrace): string[] {
  const rule = ` +${"-------+".repeat(8)}`;
  const formatRow = (cells: readonly string[]) => ` |${cells.map((cell) => `${cell.padStart(6)} |`).join("")}`;
  const lines = [rule];
  for (let rank = 7; rank >= 0; rank--) {
    const found = Array.from({ length: 8 }, (_, file) => pieces.find(({ square }) => square === rank * 8 + file));
    const letters = found.map((one) => (one === undefined ? "" : `${pieceLetter(one.piece, game.variant)}  `));
    const shares = found.map((one) => (one === undefined || one.share === null ? "" : inPawns(one.share)));
    lines.push(`${formatRow(letters)} ${rank + 1}`, formatRow(shares), rule);
  }
  return [...lines, `     ${[..."abcdefgh"].join("       ")}`];
}

function summaryOf({ by, white, score, stacks }: EvalTrace, { win, draw, loss }: Wdl): string {
  const what = by === "nnue" ? "network (NNUE)" : "piece-square tables (PSQT)";
  const percent = [win, draw, loss].map((part) => `${(part / 10).toFixed(1)} %`);
  return [
    `${what}: ${inPawns(white)} pawns for White, ${inPawns(score)} for the side to move`,
    `it wins ${percent[0]}, draws ${percent[1]}, loses ${percent[2]}`,
    ...(stacks.length > 0 ? [`by number of pieces: ${stacks.map(formatStack).join(", ")}`] : []),
  ].join("\n");
}

/** `14-17 +0.31`; the stack that this position uses is in brackets. */
function formatStack({ minPieces, maxPieces, white, isUsed }: StackTrace): string {
  const text = `${minPieces}-${maxPieces} ${inPawns(white)}`;
  return isUsed ? `[${text}]` : text;
}

function inPawns(centipawns: number): string {
  const text = (centipawns / 100).toFixed(2);
  return centipawns > 0 ? `+${text}` : text;
}

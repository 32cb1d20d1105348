/** The command `wazaba endgame`: generates endgame tables, and says what they know. */

import { MAX_MEN } from "../../../assembly/endgame/values";
import { NO_SQUARE } from "../../../assembly/rules/square";
import { formatSan } from "../../chess/notation/san";
import { formatFen } from "../../chess/position/fen";
import { type Setup, validated } from "../../chess/position/setup";
import { Game } from "../../chess/rules/game";
import type { Variant } from "../../chess/variants/variant";
import { readAsset } from "../../engine/core/assets";
import { allMaterials, formatMaterial, type Material, parseMaterial } from "../../engine/endgame/material";
import { ENDGAME_MEMORY } from "../../engine/endgame/memory";
import { tableFolder } from "../../engine/endgame/table-folder";
import { type EndgameTable, EndgameTables, type SideCounts } from "../../engine/endgame/tables";
import { WazabaError } from "../../errors";
import { type Message, textOf } from "../../message";
import { defineCommand } from "../flags/define-command";
import { COMMON_FLAGS, ENDGAME_FOLDER } from "../flags/flags";
import { print, printError } from "../output";
import { VARIANT_FLAGS, variantFrom } from "../support/games";
import { showProgress } from "../support/progress";

const COLOURS = ["White", "Black"] as const;

export const endgame = defineCommand(
  {
    name: "endgame",
    arguments: "[KBNK...]",
    summary: "endgame tables: the longest win with these pieces, and its moves",
    about: `Generates the endgame table for these pieces, in any variant: for every position with them, who wins with best play, and how
soon. It prints how many positions are won, drawn and lost for the side to move, up to symmetries, and a longest win. Both sides
together have up to four men; a v between the sides is optional: KQvKR. The fifty-move rule is left out.`,
    flags: {
      all: {
        type: "integer",
        argument: "N",
        min: 2,
        max: MAX_MEN,
        about: "all tables of up to N men, instead of pieces",
      },
      endgames: ENDGAME_FOLDER,
      ...VARIANT_FLAGS,
      json: COMMON_FLAGS.json,
    },
  },
  async (values, positionals) => {
    const { all, endgames } = values;
    if ((positionals.length === 0) === (all === undefined)) {
      throw new WazabaError("usage", "endgame: requires either pieces, such as KBNK, or --all");
    }
    const { variant } = variantFrom(values);
    const wanted =
      all === undefined
        ? positionals.map((text) => parseMaterial(text, variant))
        : Array.from({ length: all - 1 }, (_, i) => allMaterials(i + 2, variant)).flat();
    const onFault = (what: Message) => printError(`wazaba: ${textOf(what)}\n`);
    const store = endgames === undefined ? null : tableFolder(endgames, variant, onFault);
    const tables = await EndgameTables.load(variant, await readAsset("endgame.wasm"), ENDGAME_MEMORY.default, store);
    const nameOf = (material: Material) => formatMaterial(material, variant);
    const reports = wanted.map((material) => {
      const table = tables.generate(material, (one) => showProgress(nameOf(one.material)));
      showProgress("");
      const { sides, bytes, timeMs } = table;
      const found = COLOURS.map((side, colour) => ({
        side,
        ...sides[colour],
        ...longestLine(variant, tables, table, colour),
      }));
      return { variant: variant.id, name: nameOf(table.material), bytes, timeMs: Math.round(timeMs), sides: found };
    });
    if (values.json) print(`${JSON.stringify(reports)}\n`);
    else for (const report of reports) print(describe(report));
    return 0;
  },
);

interface Line {
  readonly fen: string | null;
  readonly san: readonly string[];
}

/** A longest win of the side to move: the position, and the moves of both sides. */
function longestLine(variant: Variant, tables: EndgameTables, table: EndgameTable, side: number): Line {
  const board = tables.longestWin(table, side);
  if (board === null) return { fen: null, san: [] };
  const setup = positionOf(variant, board, side);
  const game = new Game(setup);
  const san: string[] = [];
  for (let plies = table.sides[side].longestWin - 1; plies >= 0; plies--) {
    const result = game.turn === side ? "loss" : "win";
    const move = game.legalMoves().find((one) => {
      game.play(one);
      const value = tables.probe(game.position());
      game.undo();
      return value?.result === result && value.plies === plies;
    });
    if (move === undefined) throw new WazabaError("endgame", `no move keeps ${plies + 1} plies: ${game.fen()}`);
    san.push(formatSan(game, move));
    game.play(move);
  }
  return { fen: formatFen(setup), san };
}

function positionOf(variant: Variant, board: readonly number[], side: number): Setup {
  const state = { side, castling: [-1, -1, -1, -1], epSquare: NO_SQUARE, epVictim: NO_SQUARE } as const;
  return validated({ variant, board, ...state, halfmove: 0, fullmove: 1 });
}

interface Report {
  readonly name: string;
  readonly bytes: number;
  readonly timeMs: number;
  readonly sides: readonly (SideCounts & Line & { readonly side: string })[];
}

function describe({ name, bytes, timeMs, sides }: Report): string {
  const lines = [`${name}: ${numberText(bytes)} bytes, ${numberText(timeMs)} ms`];
  for (const { side, won, drawn, lost, longestWin, fen, san } of sides) {
    const counts = [won, drawn, lost].map(numberText);
    lines.push(`  ${side} to move: ${counts[0]} won, ${counts[1]} drawn, ${counts[2]} lost`);
    if (fen === null) continue;
    const moves = Math.ceil(longestWin / 2);
    lines.push(`    longest win: ${moves} ${moves === 1 ? "move" : "moves"}, ${fen}`, `    ${san.join(" ")}`);
  }
  return `${lines.join("\n")}\n`;
}

const numberText = (number: number) => number.toLocaleString("en");

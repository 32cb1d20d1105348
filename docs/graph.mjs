/** Draws the graph of dependencies between folders into docs/dependencies.svg: `npm run graph`. */

import { writeFileSync } from "node:fs";
import { instance } from "@viz-js/viz";
import { cruise } from "dependency-cruiser";
import config from "../build/layers.mjs";

/**
 * The node of a file in the graph: that of `src/app/page/board/board.ts` is `src/app`; a file in a top folder has its own.
 *
 * @param {string} file
 */
function roomOf(file) {
  return file.split("/").slice(0, 2).join("/");
}

const { output } = await cruise(["src", "assembly"], { ...config.options, includeOnly: "^(src|assembly)/" });
if (typeof output === "string") throw new Error("expected the modules as an object");
/** @type {Map<string, Set<string>>} */
const rooms = new Map();
for (const { source, dependencies } of output.modules) {
  const room = roomOf(source);
  const others = rooms.get(room) ?? new Set();
  rooms.set(room, others);
  for (const { resolved, couldNotResolve } of dependencies) {
    if (!couldNotResolve && roomOf(resolved) !== room) others.add(roomOf(resolved));
  }
}

/**
 * Whether an arrow is redundant, because there is a longer way to the same room.
 *
 * @param {string} from
 * @param {string} to
 */
function isImplied(from, to) {
  const seen = new Set([from]);
  /** @type {(room: string) => boolean} */
  const reach = (room) => {
    for (const next of rooms.get(room) ?? []) {
      if (room === from && next === to) continue;
      if (next === to) return true;
      if (seen.has(next)) continue;
      seen.add(next);
      if (reach(next)) return true;
    }
    return false;
  };
  return reach(from);
}

// Everything imports these; arrows to them would hide all others.
const everywhere = ["src/errors.ts", "src/version.ts"];
const imported = new Set([...rooms.values()].flatMap((others) => [...others]));
const shown = [...rooms]
  .filter(([room, others]) => !everywhere.includes(room) && (others.size > 0 || imported.has(room)))
  .map(([room]) => room)
  .sort();
const lines = shown.flatMap((from) => {
  const colour = from.startsWith("assembly") ? "#fdf0d5" : "#e3edf7";
  const arrows = [...(rooms.get(from) ?? [])].filter((to) => shown.includes(to) && !isImplied(from, to)).sort();
  return [`"${from}" [fillcolor="${colour}"]`, ...arrows.map((to) => `"${from}" -> "${to}"`)];
});
const dot = `digraph {
  rankdir=TB; nodesep=0.25; ranksep=0.45; bgcolor="white"
  node [shape=box, style="filled,rounded", fontname="Helvetica", fontsize=11, color="#5a6b7b", height=0.3]
  edge [color="#5a6b7b", arrowsize=0.6]
  ${lines.join("\n  ")}
}`;
const drawing = (await instance()).renderString(dot, { format: "svg" });
const title = "<title>What each folder imports</title>";
writeFileSync(new URL("dependencies.svg", import.meta.url), drawing.replace(/(<svg[^>]*>)/, `$1\n${title}`));

/** Arrows and circles in PGN comments, as other programs write them: `[%cal Gd2d4,Rb1c3]` are arrows, `[%csl Re4]` circles. */

export interface Shape {
  /** The letter of its colour: `G` green, `R` red, `B` blue, `Y` yellow; those of others stay as they are. */
  readonly colour: string;
  readonly from: string;
  /** The same square for a circle. */
  readonly to: string;
}

const COMMANDS = /\[%c[as]l\s[^\]]*\]/g;
const SHAPE = /([A-Z])([a-h][1-8])([a-h][1-8])?/g;

export function shapesOf(comments: readonly string[]): Shape[] {
  const commands = comments.flatMap((comment) => comment.match(COMMANDS) ?? []);
  return commands.flatMap((command) =>
    Array.from(command.matchAll(SHAPE), ([, colour, from, to = from]) => ({ colour, from, to })),
  );
}

/** Comments with other shapes, and the same in all else. */
export function withShapes(comments: readonly string[], shapes: readonly Shape[]): string[] {
  const texts = comments.map((comment) => {
    // What has no shapes stays letter by letter.
    if (comment.search(COMMANDS) < 0) return comment;
    return comment.replace(COMMANDS, " ").replace(/\s+/g, " ").trim();
  });
  const [first = "", ...others] = texts;
  const arrows = shapes.filter(({ from, to }) => from !== to).map(({ colour, from, to }) => colour + from + to);
  const circles = shapes.filter(({ from, to }) => from === to).map(({ colour, from }) => colour + from);
  const commands = [command("cal", arrows), command("csl", circles)];
  const drawn = [...commands, first].filter((part) => part !== "").join(" ");
  return [drawn, ...others].filter((comment) => comment !== "");
}

/** Shapes with one more. The same one again erases it, in another colour it changes it. */
export function toggled(shapes: readonly Shape[], shape: Shape): Shape[] {
  const same = shapes.find(({ from, to }) => from === shape.from && to === shape.to);
  const others = shapes.filter((other) => other !== same);
  return same?.colour === shape.colour ? others : [...others, shape];
}

function command(name: string, shapes: readonly string[]): string {
  return shapes.length === 0 ? "" : `[%${name} ${shapes.join(",")}]`;
}

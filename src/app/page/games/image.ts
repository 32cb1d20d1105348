/** The board as an image: SVG that needs nothing else, and PNG drawn from it. Loaded when one asks. */

import type { GameNode } from "../../play/game-tree";
import { moveNumber } from "../../play/words";

/** The side of an image, pixels. */
const SIZE = 1000;
const NAMESPACE = "http://www.w3.org/2000/svg";

/** Marks of the moment: nobody wants them in a picture. */
const FLEETING = ".mark-chosen, .mark-dot, .mark-ring, .mark-cursor, .mark-ahead";
/** What style sheets say of shapes, and is written as attributes. */
const INHERITED = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-dasharray",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
];
/** Attributes that have a meaning without style sheets and scripts. */
const KEPT = new Set(
  (
    "id d x y x1 x2 y1 y2 cx cy r rx ry width height points transform viewBox preserveAspectRatio marker-end orient " +
    "refX refY markerWidth markerHeight markerUnits"
  ).split(" "),
);

/** The board as the page shows it, with its marks and arrows. @param board the element that holds the board's SVG */
export function svgOf(board: HTMLElement): string {
  const shown = [...board.querySelectorAll<SVGSVGElement>("svg")].filter(
    (svg) => svg.parentElement?.closest("svg") === null,
  );
  const { width, height } = board.getBoundingClientRect();
  const image = document.createElementNS(NAMESPACE, "svg");
  image.setAttribute("xmlns", NAMESPACE);
  image.setAttribute("viewBox", `0 0 ${width} ${height}`);
  image.setAttribute("width", String(SIZE));
  image.setAttribute("height", String(SIZE));
  for (const svg of shown) {
    const layer = copyOf(svg);
    if (layer === null) continue;
    layer.setAttribute("width", String(width));
    layer.setAttribute("height", String(height));
    image.append(layer);
  }
  return new XMLSerializer().serializeToString(image);
}

/** A copy that needs no style sheet, and has in it what was used from elsewhere; null for what is not wanted. */
function copyOf(element: Element): Element | null {
  if (element.matches(FLEETING)) return null;
  const used = element.localName === "use" ? element.getAttribute("href") : null;
  const copy = document.createElementNS(NAMESPACE, used === null ? element.localName : "g");
  for (const { name, value } of element.attributes) if (KEPT.has(name)) copy.setAttribute(name, value);
  const style = getComputedStyle(element);
  const above = element.parentElement === null ? null : getComputedStyle(element.parentElement);
  for (const name of INHERITED) {
    const value = style.getPropertyValue(name);
    if (value !== above?.getPropertyValue(name)) setStyle(copy, name, value);
  }
  if (style.opacity !== "1") copy.setAttribute("opacity", style.opacity);
  if (style.visibility === "hidden") return null;
  const source = used === null ? element : document.querySelector(used);
  const children = used === null ? element.childNodes : source === null ? [] : [source];
  for (const child of children) {
    if (child instanceof Element) {
      const inner = copyOf(child);
      // Several places use one drawing, and an id may be there once.
      if (used !== null) inner?.removeAttribute("id");
      if (inner !== null) copy.append(inner);
    } else if (child instanceof Text) copy.append(child.data);
  }
  return copy;
}

/** Not every program knows colours that let something through, but all know opacity. */
function setStyle(element: Element, name: string, value: string): void {
  const [, colour, opacity] = /^rgba\((.+), ([\d.]+)\)$/.exec(value) ?? [];
  element.setAttribute(name, colour === undefined ? value : `rgb(${colour})`);
  if (opacity !== undefined) element.setAttribute(`${name}-opacity`, opacity);
}

/**
 * An SVG as PNG.
 *
 * @throws {Error} if the host's Content-Security-Policy forbids images from `blob:`
 */
export async function pngOf(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = SIZE;
    canvas.getContext("2d")?.drawImage(image, 0, 0, SIZE, SIZE);
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (png === null) throw new Error("cannot make a PNG here");
    return png;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** The name of an image without its ending, from game and move: `wazaba-chess-12b-Nf6`. */
export function imageName({ move, parent, position }: GameNode): string {
  const game = `wazaba-${position.variant.id}`;
  if (move === null || parent === null) return `${game}-start`;
  const [number] = moveNumber(parent.position).split(/[.…]/);
  const side = parent.position.turn === "white" ? "w" : "b";
  return `${game}-${number}${side}-${move.san.replace(/[^\w-]/g, "")}`;
}

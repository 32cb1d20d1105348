/**
 * The HTML report of a review: one file that loads nothing else. Each game has a board, a graph of the expectation, and
 * its moves; text from the PGN is always escaped.
 */

import { pieceSvg } from "../../app/page/board/pieces";
import type { AnnotatedGame } from "../../chess/notation/pgn";
import { placementOf } from "../../chess/position/fen";
import { Game } from "../../chess/rules/game";
import type { Variant } from "../../chess/variants/variant";
import type { Review, ReviewedMove, SideReview } from "../../review/review";
import type { NewFile } from "../support/new-file";
import { escapeHtml } from "./html";
import { STYLE, VIEWER } from "./review-page";
import { formatScore, numbered, playersOf } from "./review-table";

/** More games would overload a browser. */
const MAX_GAMES = 500;

/** The height of the graph; its width is a unit a ply. */
const HEIGHT = 100;

const MARKS = { inaccuracy: "?!", mistake: "?", blunder: "??" } as const;

export class HtmlReport {
  readonly #file: NewFile;
  readonly #drawn = new Set<string>();
  #games = 0;

  constructor(file: NewFile) {
    this.#file = file;
  }

  /** @throws {WazabaError} `file` if the disk is full */
  add(game: AnnotatedGame, review: Review): void {
    if (this.#games === 0) this.#file.write(HEAD);
    this.#games++;
    if (this.#games > MAX_GAMES) return;
    this.#file.write(`${this.#pieces(game.game.variant)}${article(game, review, this.#games)}`);
  }

  /** Ends the document, and closes the file. */
  end(): void {
    try {
      if (this.#games === 0) return;
      const left = this.#games - MAX_GAMES;
      this.#file.write(left > 0 ? `<p>${left} more games are not shown here.</p>\n${FOOT}` : FOOT);
    } finally {
      this.#file.close();
    }
  }

  /** The pictures of a game's pieces, when its first game comes. */
  #pieces({ id, letters }: Variant): string {
    if (this.#drawn.has(id)) return "";
    this.#drawn.add(id);
    const all = [...letters.toUpperCase(), ...letters.toLowerCase()].map((letter) => {
      return pieceSvg(id, letter).replace("<svg", `<svg id="${escapeHtml(`${id}-${letter}`)}" width="40" height="40"`);
    });
    return `<svg class="pieces" aria-hidden="true">${all.join("")}</svg>\n`;
  }
}

const HEAD = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Review by Wazaba</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Review by Wazaba</h1>
`;
const FOOT = `</main>
<script>${VIEWER}</script>
</body>
</html>
`;

function article(annotated: AnnotatedGame, review: Review, number: number): string {
  const { game, tags, result } = annotated;
  const { white, black } = playersOf(annotated);
  const facts = ["Event", "Site", "Date", "Round"].flatMap((tag) => tags.get(tag)?.replace(/^[?.*]*$/, "") || []);
  const opening = review.opening === null ? [] : [`${review.opening.eco} ${review.opening.name}`];
  const about = [...facts, ...opening].map(escapeHtml).join(" · ");
  const title = escapeHtml(`${white} – ${black}`);
  return `<article aria-labelledby="game-${number}">
<h2 id="game-${number}">${title} <span class="result">${escapeHtml(result)}</span></h2>
${about === "" ? "" : `<p class="about">${about}</p>\n`}<div class="view">
<div class="left">
<svg class="board" viewBox="0 0 320 320" role="img" aria-label="The board"></svg>
<div class="keys">
<button type="button" data-go="first" aria-label="First position">«</button>
<button type="button" data-go="back" aria-label="Back">‹</button>
<button type="button" data-go="on" aria-label="On">›</button>
<button type="button" data-go="last" aria-label="Last position">»</button>
<button type="button" data-go="flip" aria-label="Turn the board">⇅</button>
</div>
<p class="said" role="status"></p>
</div>
<div class="right">
${graph(review.moves)}
<table>
<thead><tr><th scope="col">Player</th><th scope="col">Accuracy</th><th scope="col">?!</th><th scope="col">?</th><th scope="col">??</th></tr></thead>
<tbody>${sideRow(white, review.white)}${sideRow(black, review.black)}</tbody>
</table>
<ol class="moves">${moveItems(annotated, review)}</ol>
</div>
</div>
<script type="application/json">${dataOf(game, review)}</script>
</article>
`;
}

function sideRow(name: string, { accuracy, inaccuracies, mistakes, blunders }: SideReview): string {
  const percent = accuracy === null ? "–" : `${accuracy} %`;
  const cells = [percent, inaccuracies, mistakes, blunders].map((cell) => `<td>${cell}</td>`);
  return `<tr><th scope="row">${escapeHtml(name)}</th>${cells.join("")}</tr>`;
}

/** White's expectation after each move: the light part is White's. */
function graph(moves: readonly ReviewedMove[]): string {
  const y = (expectation: number) => Math.round((1 - expectation) * HEIGHT * 10) / 10;
  const start = moves[0].expectationBefore;
  const line = moves.map(({ ply, expectationAfter }) => `L${ply} ${y(expectationAfter)}`).join("");
  const path = `M0 ${HEIGHT}L0 ${y(start)}${line}L${moves.length} ${HEIGHT}Z`;
  const dots = moves.flatMap(({ ply, class: kind, expectationAfter }) => {
    return kind === null ? [] : [`<path class="${kind}" d="M${ply} ${y(expectationAfter)}h0"/>`];
  });
  const size = `viewBox="0 0 ${moves.length} ${HEIGHT}" preserveAspectRatio="none"`;
  const middle = `<path class="middle" d="M0 ${HEIGHT / 2}H${moves.length}"/>`;
  const marks = `${dots.join("")}<path class="now" d="M0 0V${HEIGHT}"/>`;
  const label = "White's expectation over the game; marks show inaccuracies, mistakes and blunders";
  return `<svg class="graph" ${size} role="img" aria-label="${escapeHtml(label)}"><path class="area" d="${path}"/>${middle}${marks}</svg>`;
}

function moveItems(annotated: AnnotatedGame, { moves }: Review): string {
  const remarks = (comments: readonly string[]) => {
    const texts = comments.map((comment) => comment.replace(/\[%[^\]]*\]/g, "").trim()).filter((text) => text !== "");
    return texts.length === 0 ? "" : ` <span class="remark">${escapeHtml(texts.join(" "))}</span>`;
  };
  const before = remarks(annotated.line.comments);
  // A move that begins a line gets its number even if it is Black's.
  let isFirst = true;
  const items = moves.map(({ ply, san, class: kind, bestLine, isTimeTrouble }, place) => {
    const isNumbered = isFirst || kind !== null || annotated.game.root.side === (ply - 1) % 2;
    isFirst = kind !== null;
    const number = numbered(annotated, ply, "");
    const shown = isNumbered ? number : `<span class="again">${number}</span>`;
    const name = `${shown}${escapeHtml(san)}${kind === null ? "" : MARKS[kind]}`;
    const style = kind === null ? "" : ` class="${kind}"`;
    const trouble = isTimeTrouble && kind !== null ? ", in time trouble" : "";
    const line = bestLine.length === 0 ? "" : numbered(annotated, ply, bestLine.join(" "));
    const better = kind === null ? "" : ` <span class="better">${kind}${trouble}; better ${escapeHtml(line)}</span>`;
    const isWide = kind !== null ? ' class="wide"' : "";
    return `<li${isWide}><button type="button" data-ply="${ply}"${style}>${name}</button>${better}${remarks(annotated.line.moves[place].comments)}</li>`;
  });
  return `${before === "" ? "" : `<li class="wide">${before}</li>`}${items.join("")}`;
}

/** What the viewer shows of each position: the pieces, the last move, and the score in words. */
function dataOf(game: Game, { moves }: Review): string {
  const current = new Game(game.root);
  const placements = [placementOf(current.fen())];
  for (const move of game.moves) {
    current.play(move);
    placements.push(placementOf(current.fen()));
  }
  const said = moves.map(({ scoreAfter }) => (scoreAfter === null ? "the game is over" : formatScore(scoreAfter)));
  const data = { game: game.variant.id, placements, moves: moves.map(({ uci }) => uci), said };
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}

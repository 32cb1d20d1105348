/** What studying a game needs, loaded late: the review with its lesson, names of openings, arrows and circles. */

import type { Move } from "../../../api/position";
import type { GameRecord } from "../../play/record";
import type { Thinker } from "../../play/thinker";
import type { Analysis } from "../analysis/analysis";
import { OpeningLine } from "../analysis/opening-line";
import type { Board } from "../board/board";
import { Drawings } from "../board/drawings";
import { t } from "../shell/language";
import type { Tabs } from "../shell/tabs";
import type { Toast } from "../shell/toast";
import { GraphPoints } from "./graph-points";
import type { Tried } from "./lesson";
import { ReviewPanel } from "./review-panel";

export interface StudyHost {
  readonly record: GameRecord;
  readonly thinker: Thinker;
  readonly analysis: Analysis;
  readonly tabs: Tabs;
  readonly board: Board;
  /** The board's element. */
  readonly field: HTMLElement;
  readonly toast: Toast;
  /** Redraws the board. */
  showBoard(): void;
}

export class Study {
  readonly review: ReviewPanel;

  constructor({ record, thinker, analysis, tabs, board, field, toast, showBoard }: StudyHost) {
    this.review = new ReviewPanel(record, thinker);
    const drawings = new Drawings(record, board, field, {
      node: () => (this.tried === null ? record.current : null),
      onErased: (undo) => toast.show(t("The arrows are erased."), undo),
    });
    analysis.threatened.listen((move) => drawings.threaten(move));
    this.review.changed.listen(() => {
      analysis.isHeld = this.review.isRunning || this.review.lesson !== null;
      showBoard();
      drawings.show();
    });
    tabs.changed.listen((name) => name !== "analyse" && this.review.endLesson());
    new GraphPoints(record);
    new OpeningLine(record);
  }

  /** The move on the board that the lesson asks about; null if the board shows the game. */
  get tried(): Tried | null {
    return this.review.lesson?.tried ?? null;
  }

  /** A move that was made on the board. @returns whether it was an answer in the lesson, not a move of the game */
  take(move: Move): boolean {
    return this.review.lesson?.take(move) ?? false;
  }
}

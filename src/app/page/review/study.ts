/**
 * What studying a game needs, loaded late: the review with its lesson, puzzles, hints, the race, the share panel, names of openings,
 * arrows and circles.
 */

import type { Move, Position } from "../../../api/position";
import type { Match } from "../../play/match";
import type { GameRecord } from "../../play/record";
import type { Thinker } from "../../play/thinker";
import type { Analysis } from "../analysis/analysis";
import { OpeningLine } from "../analysis/opening-line";
import { Race } from "../analysis/speed";
import type { Board, Hand } from "../board/board";
import { Drawings } from "../board/drawings";
import type { GameHistory } from "../games/game-history";
import { setUpImages } from "../games/image-buttons";
import type { KeptGames } from "../games/kept-games";
import { KeptList } from "../games/kept-list";
import { LoadedNote } from "../games/loaded-note";
import { SharePanel } from "../games/share";
import { t } from "../shell/language";
import type { Tabs } from "../shell/tabs";
import type { Toast } from "../shell/toast";
import { GraphPoints } from "./graph-points";
import { Hints } from "./hint";
import { PuzzlePanel } from "./puzzle-panel";
import { PuzzleStore } from "./puzzle-store";
import { ReviewPanel } from "./review-panel";
import { Trainer } from "./trainer";

export interface StudyHost {
  readonly record: GameRecord;
  readonly match: Match;
  readonly thinker: Thinker;
  readonly analysis: Analysis;
  readonly tabs: Tabs;
  readonly board: Board;
  /** The board's element. */
  readonly field: HTMLElement;
  readonly toast: Toast;
  readonly kept: KeptGames;
  readonly games: GameHistory;
  /** Announces a text to screen readers. */
  say(text: string): void;
  /** Redraws the board. */
  showBoard(): void;
  turnBoard(isFlipped: boolean): void;
  /** The link to the current game, and what it leaves out. */
  link(): { readonly address: string; readonly missing: string };
  /** Opens a link of this page. */
  follow(hash: string): void;
}

/** What is on the board instead of the game. */
export interface Shown {
  readonly position: Position;
  readonly move: Move | null;
  readonly hand: Hand;
}

export class Study {
  readonly review: ReviewPanel;
  readonly hints: Hints;
  readonly share: SharePanel;
  readonly #trainer: Trainer;

  constructor({
    record,
    match,
    thinker,
    analysis,
    tabs,
    board,
    field,
    toast,
    say,
    kept,
    games,
    showBoard,
    turnBoard,
    link,
    follow,
  }: StudyHost) {
    this.hints = new Hints(record, match, thinker, board);
    const store = new PuzzleStore(() => localStorage);
    const trainer = new Trainer(store, thinker);
    this.#trainer = trainer;
    const puzzles = new PuzzlePanel(store, trainer, (position) => {
      record.load(position);
      tabs.show("analyse");
    });
    this.review = new ReviewPanel(record, thinker, {
      add: (found) => {
        store.add(found);
        puzzles.show();
      },
      due: () => store.due.length,
      open: () => {
        tabs.show("speed");
        trainer.next();
      },
    });
    const drawings = new Drawings(record, board, field, {
      node: () => (this.shown === null ? record.current : null),
      onErased: (undo) => toast.show(t("The arrows are erased."), undo),
    });
    analysis.threatened.listen((move) => drawings.threaten(move));
    this.review.changed.listen(() => {
      analysis.isHeld = this.review.isRunning || this.review.lesson !== null;
      showBoard();
      drawings.threaten(this.review.lesson?.refutation ?? null);
    });
    const race = new Race(record, () => thinker.stop());
    let asked = trainer.asked;
    let wasFlipped = false;
    trainer.changed.listen(() => {
      // The side that is to solve it sits below; afterwards everybody has their seat back.
      if (asked === null) wasFlipped = board.isFlipped;
      if (trainer.asked !== asked)
        turnBoard(trainer.asked === null ? wasFlipped : trainer.asked.position.turn === "black");
      asked = trainer.asked;
      showBoard();
      drawings.threaten(trainer.refutation);
    });
    record.changed.listen(() => trainer.end());
    tabs.changed.listen((name) => {
      if (name !== "analyse") this.review.endLesson();
      if (name === "speed") return;
      trainer.end();
      race.stop();
    });
    const loaded = new LoadedNote(record);
    this.share = new SharePanel(record, match, {
      say,
      link,
      follow,
      onLoaded: (title, warning) => {
        // A game is studied from its beginning.
        record.go(0);
        tabs.show("analyse");
        loaded.show(title, warning);
      },
      showPanel: () => tabs.show("share"),
    });
    setUpImages(record, say);
    new KeptList(kept, (game) => games.reopen(game));
    new GraphPoints(record);
    new OpeningLine(record);
  }

  /** What a lesson or a puzzle has put on the board; null if the board shows the game. */
  get shown(): Shown | null {
    const { lesson } = this.review;
    if (lesson !== null) return lesson.tried && { ...lesson.tried, hand: null };
    const { asked, tried, isSolved, stage } = this.#trainer;
    if (asked === null) return null;
    const { position, last } = asked;
    if (tried !== null && (isSolved || stage === "searching"))
      return { position: position.play(tried), move: tried, hand: null };
    return { position, move: last, hand: position.turn };
  }

  /** A move that was made on the board. @returns whether it was an answer in a lesson or to a puzzle, not a move of the game */
  take(move: Move): boolean {
    return this.review.lesson?.take(move) ?? this.#trainer.take(move);
  }
}

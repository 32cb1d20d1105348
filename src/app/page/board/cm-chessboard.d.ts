/** Types of cm-chessboard, as far as the page uses it; it comes without any. */

declare module "cm-chessboard/src/Chessboard.js" {
  export type Side = "w" | "b";

  export interface MoveInputEvent {
    readonly type: string;
    readonly squareFrom: string;
    readonly squareTo?: string;
  }

  export class Chessboard {
    constructor(context: HTMLElement, props: object);
    setPosition(fen: string, animated?: boolean): Promise<void>;
    setOrientation(side: Side, animated?: boolean): Promise<void>;
    enableMoveInput(handler: (event: MoveInputEvent) => boolean | undefined, side?: Side): void;
    disableMoveInput(): void;
    isMoveInputEnabled(): boolean;
    cancelMoveInput(): void;
    /** Of the extension for markers. */
    addMarker(type: object, square: string): void;
    removeMarkers(type?: object, square?: string): void;
  }

  export const INPUT_EVENT_TYPE: {
    readonly moveInputStarted: string;
    readonly validateMoveInput: string;
    readonly moveInputCanceled: string;
    readonly moveInputFinished: string;
  };
}

declare module "cm-chessboard/src/extensions/markers/Markers.js" {
  export class Markers {}
}

/** The mouse wheel over the board steps through the game. */

/** How far the wheel turns for a step, pixels: a notch of a mouse is some 100, a touchpad sends many small ones. */
const STEP = 60;
/** Pixels of a line, for browsers that count in lines. */
const LINE = 20;

/** @param onStep one ply on, or back with −1 */
export function setUpWheel(board: HTMLElement, onStep: (plies: 1 | -1) => void): void {
  let turned = 0;
  const onWheel = (event: WheelEvent) => {
    // With Ctrl it zooms.
    if (event.ctrlKey || event.deltaY === 0) return;
    event.preventDefault();
    const delta = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * LINE;
    turned = Math.sign(turned) === -Math.sign(delta) ? delta : turned + delta;
    if (Math.abs(turned) < STEP) return;
    onStep(turned > 0 ? 1 : -1);
    turned = 0;
  };
  board.addEventListener("wheel", onWheel, { passive: false });
}

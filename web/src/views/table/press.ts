// A finger on a spot: lifting it adds a chip, holding it takes one off, sliding away does nothing. On a spot
// without chips there is nothing to take off, so a finger may rest there before it is lifted.
export interface SpotActions {
  readonly add: () => void;
  readonly take: () => void;
  readonly isBare: () => boolean; // no chip could be taken off
}

interface Pointer {
  readonly pointerType: string;
  readonly clientX: number;
  readonly clientY: number;
}

interface Click {
  readonly detail: number; // 0: a click by keyboard
  readonly shiftKey: boolean;
}

export const LONG_MS = 450; // shorter than the browser's own long press, at 500
const SLIDE_PX = 10;

/** The event handlers of one spot. */
export function presses(hand: SpotActions) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let start: Pointer | null = null; // the finger or pen that is down
  let isTouch = false; // the last pointer was a finger or pen
  let isSpent = false; // the long press has acted, so the click that follows is ignored
  let isResting = false; // on a spot without chips, for so long that some browsers send no click

  function release(): void {
    clearTimeout(timer);
    start = null;
    isResting = false;
  }

  function hold(): void {
    isResting = hand.isBare();
    if (isResting) return;
    release();
    isSpent = true;
    hand.take();
  }

  function lift(): void {
    if (isResting) {
      isSpent = true;
      hand.add();
    }
    release();
  }

  return {
    onpointerdown(event: Pointer): void {
      release();
      isSpent = false;
      isTouch = event.pointerType !== "mouse";
      if (!isTouch) return;
      start = event;
      timer = setTimeout(hold, LONG_MS);
    },
    onpointermove({ clientX, clientY }: Pointer): void {
      if (start && Math.hypot(clientX - start.clientX, clientY - start.clientY) > SLIDE_PX)
        release();
    },
    onpointerup: lift,
    onpointerleave: release,
    onpointercancel: release,
    onclick({ detail, shiftKey }: Click): void {
      if (isSpent && detail > 0) isSpent = false;
      else if (shiftKey) hand.take();
      else hand.add();
    },
    oncontextmenu(event: { preventDefault: () => void }): void {
      event.preventDefault();
      if (!isTouch) hand.take();
      else if (start) hold(); // in browsers whose long press comes before ours
    },
  };
}

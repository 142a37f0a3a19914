// A finger on a spot: lifting it adds a chip, holding it takes one off, sliding away does nothing.
export interface SpotActions {
  readonly add: () => void;
  readonly take: () => void;
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

  function release(): void {
    clearTimeout(timer);
    start = null;
  }

  function hold(): void {
    release();
    isSpent = true;
    hand.take();
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
    onpointerup: release,
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

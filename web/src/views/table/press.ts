// A finger on a spot: lifted it adds, held it takes one off, sliding away it does nothing.
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
  readonly detail: number; // 0 from the keyboard
  readonly shiftKey: boolean;
}

export const LONG_MS = 450; // before the browser's own long press, which is at 500
const SLIDE_PX = 10;

/** The handlers of one spot. */
export function presses(hand: SpotActions) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let start: Pointer | null = null; // a finger or pen that is down
  let isTouch = false; // the last pointer was one
  let isSpent = false; // its long press has acted: the click that follows is none

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
      else if (start) hold(); // a browser whose long press comes before ours
    },
  };
}

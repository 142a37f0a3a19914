// Never leaves the focus without a place: with the element that had it gone, it goes to the heading of what is shown.

/** Watches over the focus inside this element. */
export function keepFocus(inside: HTMLElement): () => void {
  let last: Element | null = null;

  function onfocusin({ target }: FocusEvent): void {
    last = target instanceof Element ? target : null;
  }
  /** A click beside everything takes the focus away on purpose. An element that is being removed is still there now. */
  function onfocusout({ target, relatedTarget }: FocusEvent): void {
    queueMicrotask(() => {
      if (!relatedTarget && target === last && last?.isConnected) last = null;
    });
  }
  // A view may have to be fetched first: the focus waits for its heading.
  const watching = new MutationObserver(() => {
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    const heading = inside.querySelector("h1");
    if (heading) toHeading(heading);
  });

  inside.addEventListener("focusin", onfocusin);
  inside.addEventListener("focusout", onfocusout);
  watching.observe(inside, { childList: true, subtree: true });
  return () => {
    inside.removeEventListener("focusin", onfocusin);
    inside.removeEventListener("focusout", onfocusout);
    watching.disconnect();
  };
}

/** Headings are focused by the page only, never with Tab. */
function toHeading(heading: HTMLElement): void {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

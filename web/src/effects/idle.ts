// Work that can wait until the browser is idle.
const LATEST_MS = 4000;

/** Not every browser has `requestIdleCallback`. */
export const whenIdle = (work: () => void): void => {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: LATEST_MS });
  else setTimeout(work, LATEST_MS);
};

// What can wait until nothing else is to be done.
const LATEST_MS = 4000;

/** Not every browser says when it has nothing to do. */
export const whenIdle = (work: () => void): void => {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: LATEST_MS });
  else setTimeout(work, LATEST_MS);
};

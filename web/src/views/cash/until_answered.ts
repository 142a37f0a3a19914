const AGAIN_MS = 3_000;

/** Asks again every few seconds until there is an answer; returns how to stop. */
export function untilAnswered(isAnswered: () => Promise<boolean>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  async function ask(): Promise<void> {
    if (!(await isAnswered()) && !isOver) timer = setTimeout(() => void ask(), AGAIN_MS);
  }
  void ask();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

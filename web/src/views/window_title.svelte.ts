// The title of the window: the dialog on top, then where somebody is.

class Dialogs {
  titles: readonly string[] = $state.raw([]); // of those that are open, the newest first

  /** Returns what to call when the dialog closes. */
  open(title: string): () => void {
    this.titles = [title, ...this.titles];
    return () => (this.titles = this.titles.filter((each) => each !== title));
  }
}

export const dialogs = new Dialogs();

export const windowTitle = (place: string | undefined): string =>
  [...dialogs.titles, ...(place ? [place] : []), "Punto Banco"].join(" · ");

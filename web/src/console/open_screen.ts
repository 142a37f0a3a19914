// Opens the screens of the staff and the display. In a chunk of its own, so that players don't fetch their names.

export async function openScreen(name: string): Promise<void> {
  if (name === "floor") return await (await import("../floor/open_floor")).open();
  // Equal calls of `open` would be merged into one, which then loads only the console's styles.
  if (name === "cash") return await (await import("../cash/open_cash")).open(location.hash.split("/")[2]);
  await (await import("./open_console")).open(location.hash);
}

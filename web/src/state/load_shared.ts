// Loads the part of `update` for shared tables on the way to one. A player at a private table never needs it.
export let sharedUpdate: typeof import("./shared/shared_seat");

export async function fetchShared(): Promise<void> {
  sharedUpdate = await import("./shared/shared_seat");
}

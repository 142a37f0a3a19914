// What happens at a shared table, fetched on the way to one: who plays alone never waits for it.
export let live: typeof import("./shared/shared_seat");

export async function fetchShared(): Promise<void> {
  live = await import("./shared/shared_seat");
}

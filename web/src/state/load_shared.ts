// What happens at a shared table, fetched on the way to one: who plays alone never waits for it.
export let shared: typeof import("./shared/shared_seat");

export async function fetchShared(): Promise<void> {
  shared = await import("./shared/shared_seat");
}

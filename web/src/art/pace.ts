// How fast the player wants things to move: a factor that App.svelte sets for all styles.
export const paceOf = (node: Element): number => Number(getComputedStyle(node).getPropertyValue("--pace") || 1);

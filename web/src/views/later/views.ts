// The views that a newcomer needs after the first coup, or when something goes wrong.
export { default as Explanation } from "./Explanation.svelte";
export { default as Farewell } from "./Farewell.svelte";
export { default as Refusal } from "./Refusal.svelte";
export { default as Stopped } from "./Stopped.svelte";
export { default as Warning } from "./Warning.svelte";
export { idle } from "../../words/later/idle";

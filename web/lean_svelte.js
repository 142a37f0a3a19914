// Takes out of Svelte what this page never uses, so that players don't fetch it.
// A change to Svelte's own files is a piece of text and what stands in its place. If a newer Svelte has
// no such text, the build stops here.

const CHANGES = {
  // The page is never rendered by a server. Svelte keeps that behind one variable.
  "dom/hydration.js": [
    ["export let hydrating = false;", "export const hydrating = false;"],
    ["\thydrating = value;", ""],
  ],
  // The page has no <svelte:boundary>; Svelte puts one around every page.
  "render.js": [
    [
      "import { boundary } from './dom/blocks/boundary.js';",
      "import { branch } from './reactivity/effects.js';\nconst boundary = (anchor, _, children) => branch(() => children(anchor));",
    ],
  ],
  // No view awaits a promise in its script or in an expression; {#await} is something else.
  "reactivity/async.js": [["if (async.length === 0 && pending.length === 0) {", "{"]],
  // No value is changed in place: $state.raw.
  "proxy.js": [["export function proxy(value) {", "export function proxy(value) {\n\treturn value;"]],
};

/** What a source of ours may not use, because it is taken out. */
const GONE = [
  [/\$state[<(]/, "$state is not in this build: write $state.raw, and replace a value instead of changing it"],
  [/<svelte:boundary/, "<svelte:boundary> is not in this build"],
];

export function leanSvelte() {
  return {
    name: "lean-svelte",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (/\/src\/.*\.svelte(\.ts)?$/.test(id) && !id.includes("/node_modules/"))
        for (const [found, why] of GONE) if (found.test(code)) this.error(`${id}: ${why}`);
      const [, file] = /\/svelte\/src\/internal\/client\/(.+)$/.exec(id) ?? [];
      if (!file || !Object.hasOwn(CHANGES, file)) return null;
      for (const [from, to] of CHANGES[file]) {
        if (!code.includes(from)) this.error(`Svelte has no "${from.trim()}" any more`);
        code = code.replace(from, to);
      }
      return { code, map: null };
    },
  };
}

// Takes out of Svelte what this page never uses, so that players don't fetch it.
// A change to Svelte's own files is a piece of text and what stands in its place. If a newer Svelte has
// no such text, the build stops here.

const CHANGES = {
  // The page is never rendered by a server. Svelte keeps that behind one variable.
  "client/dom/hydration.js": [
    ["export let hydrating = false;", "export const hydrating = false;"],
    ["\thydrating = value;", ""],
  ],
  // The page has no <svelte:boundary>; Svelte puts one around every page.
  "client/render.js": [
    [
      "import { boundary } from './dom/blocks/boundary.js';",
      "import { branch } from './reactivity/effects.js';\nconst boundary = (anchor, _, children) => branch(() => children(anchor));",
    ],
  ],
  // No view awaits a promise in its script or in an expression; {#await} is something else.
  "client/reactivity/async.js": [["if (async.length === 0 && pending.length === 0) {", "{"]],
  // So nothing is drawn beside the document until it is ready.
  "client/dom/blocks/each.js": [["var defer = should_defer_append();", "const defer = false;"]],
  "client/dom/blocks/branches.js": [["var defer = should_defer_append();", "const defer = false;"]],
  // No value is changed in place: $state.raw.
  "client/proxy.js": [["export function proxy(value) {", "export function proxy(value) {\n\treturn value;"]],
  // No view writes to its properties, and none is bound to a variable of another view.
  "client/reactivity/props.js": [
    ["var bindable = (flags & PROPS_IS_BINDABLE) !== 0;", "const bindable = false;"],
    ["if (runes && (flags & PROPS_IS_UPDATED) === 0) {", "{"],
  ],
  // Classes are strings, and no element has a style but what style:name sets: the policy forbids it.
  "shared/attributes.js": [
    ["return _clsx(value);", "return '';"],
    ["if (value) {\n\t\t\t// strip comments", "if (false) {\n\t\t\t// strip comments"],
  ],
};

/** What a source of ours may not use, because it is taken out. */
const GONE = [
  [/\$state[<(]/, "$state is not in this build: write $state.raw, and replace a value instead of changing it"],
  [/\$bindable|\blet \{[^=]*= \$props/, "properties can't be written to in this build: const { … } = $props()"],
  [/\sclass=\{\s*[[{]/, "a class is a string in this build; class:name={…} works"],
  [/\sstyle=/, "style=… is forbidden by the house's policy; style:name={…} works"],
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
      const [, file] = /\/svelte\/src\/internal\/(.+)$/.exec(id) ?? [];
      if (!file || !Object.hasOwn(CHANGES, file)) return null;
      for (const [from, to] of CHANGES[file]) {
        if (!code.includes(from)) this.error(`Svelte has no "${from.trim()}" any more`);
        code = code.replace(from, to);
      }
      return { code, map: null };
    },
  };
}

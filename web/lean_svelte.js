// Takes out of Svelte what this page never uses, so that players don't fetch it.
// If a newer Svelte reads differently at such a place, the build stops here.

/** Puts a text in place of another one. */
const text = (from, to) => (code) => {
  if (!code.includes(from)) throw new Error(`Svelte has no "${from.trim()}" any more`);
  return code.replace(from, () => to);
};

/** Puts a text in place of what is between the line that opens a block, and the line that closes it. */
const body = (opens, to) => (code) => {
  const from = code.indexOf(`\n${opens}\n`) + 1;
  const indent = /^\t*/.exec(opens)[0];
  const end = code.indexOf(`\n${indent}}`, from);
  if (from < 1 || end < 0) throw new Error(`Svelte has no "${opens.trim()}" any more`);
  return `${code.slice(0, from)}${opens}\n${to}${code.slice(end)}`;
};

const CHANGES = {
  // The page is never rendered by a server. Svelte keeps that behind one variable.
  "client/dom/hydration.js": [
    text("export let hydrating = false;", "export const hydrating = false;"),
    text("\thydrating = value;", ""),
  ],
  // The page has no <svelte:boundary>; Svelte puts one around every page.
  "client/render.js": [
    text(
      "import { boundary } from './dom/blocks/boundary.js';",
      "import { branch } from './reactivity/effects.js';\nconst boundary = (anchor, _, children) => branch(() => children(anchor));",
    ),
  ],
  // No view awaits a promise in its script or in an expression; {#await} is something else.
  "client/reactivity/async.js": [text("if (async.length === 0 && pending.length === 0) {", "{")],
  // So no batch waits for anything.
  "client/reactivity/batch.js": [
    text("\t\tif (this.#is_deferred()) {", "\t\tif (false) {"),
    text("if (!this.#is_deferred()) this.discard();", "this.discard();"),
    body("\t#is_deferred() {", ""),
    body("\t#is_skipped(effect) {", ""),
    body("\tskip_effect(effect) {", ""),
    body("\tunskip_effect(effect, callback = (e) => this.schedule(e)) {", ""),
    body("\tincrement(blocking, effect) {", ""),
    body("\tdecrement(blocking, effect) {", ""),
  ],
  // Nor is anything drawn beside the document. There are no transitions or animations either: CSS has
  // those. What goes is gone at once.
  "client/reactivity/effects.js": [
    body(
      "export function pause_effect(effect, callback, destroy = true) {",
      "\tif (destroy) destroy_effect(effect);\n\tif (callback) callback();",
    ),
    body("export function resume_effect(effect) {", ""),
  ],
  "client/dom/blocks/branches.js": [
    body(
      "export class BranchManager {",
      `\t#shown = new Map();
\tconstructor(anchor) {
\t\tthis.anchor = anchor;
\t}
\tensure(key, fn) {
\t\tif (fn && !this.#shown.has(key)) this.#shown.set(key, branch(() => fn(this.anchor)));
\t\tfor (const [other, effect] of this.#shown)
\t\t\tif (other !== key) {
\t\t\t\tdestroy_effect(effect);
\t\t\t\tthis.#shown.delete(other);
\t\t\t}
\t}`,
    ),
  ],
  "client/dom/blocks/each.js": [
    text("var defer = should_defer_append();", "const defer = false;"),
    text("var is_animated = (flags & EACH_IS_ANIMATED) !== 0;", "const is_animated = false;"),
    body(
      "function pause_effects(state, to_destroy, controlled_anchor) {",
      `\tif (controlled_anchor !== null) {
\t\tvar parent_node = controlled_anchor.parentNode;
\t\tclear_text_content(parent_node);
\t\tparent_node.append(controlled_anchor);
\t\tstate.items.clear();
\t}
\tfor (const effect of to_destroy) destroy_effect(effect, controlled_anchor === null);`,
    ),
    body("\t\tif (state.outrogroups !== null) {", ""),
    body("\tif (state.outrogroups !== null) {", ""),
  ],
  // No value is changed in place: $state.raw.
  "client/proxy.js": [body("export function proxy(value) {", "\treturn value;")],
  // No view writes to its properties, and none is bound to a variable of another view.
  "client/reactivity/props.js": [
    text("var bindable = (flags & PROPS_IS_BINDABLE) !== 0;", "const bindable = false;"),
    text("if (runes && (flags & PROPS_IS_UPDATED) === 0) {", "{"),
  ],
  // Classes are strings, and no element has a style but what style:name sets: the policy forbids it.
  "shared/attributes.js": [
    text("return _clsx(value);", "return '';"),
    text("if (value) {\n\t\t\t// strip comments", "if (false) {\n\t\t\t// strip comments"),
  ],
};

/** What a source of ours may not use, because it is taken out. */
const GONE = [
  [/\$state[<(]/, "$state is not in this build: write $state.raw, and replace a value instead of changing it"],
  [/\$bindable|\blet \{[^=]*= \$props/, "properties can't be written to in this build: const { … } = $props()"],
  [/\{\.\.\.|\.\.\.\w+ \}(: \w+)? = \$props/, "properties are written out in this build: {…all} and const { …rest } are not in it"],
  [/<[^>]*\s(transition|in|out|animate):/, "transitions are not in this build: CSS has them"],
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
      return { code: CHANGES[file].reduce((all, change) => change(all), code), map: null };
    },
  };
}

// Takes out of Svelte what this page never uses, so that players don't fetch it.
// If a newer Svelte reads differently at such a place, the build stops here.

/** Puts a text in place of another one. */
const text = (from, to) => (code) => {
  if (!code.includes(from)) throw new Error(`Svelte has no "${from.trim()}" any more`);
  return code.replace(from, () => to);
};

const CHANGES = {
  // The page is never rendered by a server. Svelte keeps that behind one variable.
  "client/dom/hydration.js": [
    text("export let hydrating = false;", "export const hydrating = false;"),
    text("\thydrating = value;", ""),
  ],
  // No value is changed in place: $state.raw.
  "client/proxy.js": [text("export function proxy(value) {", "export function proxy(value) {\n\treturn value;")],
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
  [/\sclass=\{\s*[[{]/, "a class is a string in this build; class:name={…} works"],
  [/\sstyle=/, "style=… is forbidden by the house's policy; style:name={…} works"],
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

// Builds the page into the Python package: hashed files, compressed copies, and the service worker.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { minify } from "terser";
import { defineConfig } from "vitest/config";
import { leanSvelte } from "./lean_svelte.js";

const OUT = "../src/puntobanco/page";
const TEXT = /\.(html|js|css|svg|webmanifest)$/;

/**
 * The folders of src/ that make up each shared chunk, with everything they import. A file in any other
 * folder goes with the view that imports it.
 */
const CHUNKS = {
  start: [".", "state", "state/session", "state/private", "state/lobby", "words"],
  shared: ["state/shared", "words/shared"],
  past: ["state/past", "words/past", "effects/past"],
  later: ["views/later", "words/later"],
};
const SRC = fileURLToPath(new URL("src/", import.meta.url));

const chunkOf = (id) =>
  id.startsWith(SRC) ? Object.keys(CHUNKS).find((name) => CHUNKS[name].includes(dirname(id.slice(SRC.length)))) : undefined;

const files = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();

/** Lists the shell for the service worker. The name of its store changes with any file of the shell. */
function serviceWorker() {
  return {
    name: "service-worker",
    apply: "build",
    closeBundle() {
      const shell = files(OUT).filter((name) => name !== "index.html" && !name.startsWith("assets/hls-"));
      const hash = createHash("sha256");
      for (const name of files(OUT)) hash.update(name).update(readFileSync(join(OUT, name)));
      const source = readFileSync("src/service-worker.js", "utf8")
        .replace("__VERSION__", hash.digest("hex").slice(0, 16))
        .replace("[/* __SHELL__ */]", JSON.stringify(["/", ...shell.map((name) => `/${name}`)]));
      writeFileSync(join(OUT, "service-worker.js"), source);
    },
  };
}

/** Shortens the scripts once more: terser finds what Vite leaves. Few browsers need the player for HLS. */
function shorter() {
  return {
    name: "shorter",
    apply: "build",
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const scripts = Object.values(bundle).filter(({ type, name }) => type === "chunk" && name !== "hls");
        for (const script of scripts)
          script.code = (await minify(script.code, { module: true, ecma: 2020, compress: { passes: 2 } })).code;
      },
    },
  };
}

/** Compresses the files once, at build time. */
function compressed() {
  return {
    name: "compressed",
    apply: "build",
    closeBundle() {
      for (const name of files(OUT).filter((each) => TEXT.test(each))) {
        const path = join(OUT, name);
        const content = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(content));
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}

const VIEWS = files("src").filter((name) => name.endsWith(".svelte"));

/** The class of a view's elements: short, as nearly every element has one. No other class begins with a line. */
function scopeOf({ filename, hash }) {
  const place = VIEWS.findIndex((name) => filename.endsWith(`src/${name}`));
  return `_${place < 0 ? hash(filename) : place.toString(36)}`;
}

export default defineConfig({
  plugins: [
    svelte({
      configFile: false,
      compilerOptions: {
        runes: true,
        discloseVersion: false,
        cssHash: scopeOf,
      },
    }),
    leanSvelte(),
    shorter(),
    serviceWorker(),
    compressed(),
  ],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
    // Only styles are named beside an import: the service worker has fetched the scripts by then.
    modulePreload: { polyfill: false, resolveDependencies: (_, files) => files.filter((name) => name.endsWith(".css")) },
    chunkSizeWarningLimit: 600, // kB: the player for HLS, which few browsers fetch
    rolldownOptions: {
      optimization: { inlineConst: { mode: "all", pass: 3 } },
      checks: { pluginTimings: false }, // its warnings don't help somebody who only starts a house
      // What every view needs stays in one chunk: in several it would be larger.
      output: {
        codeSplitting: {
          groups: Object.keys(CHUNKS).map((name) => ({ name, test: (id) => chunkOf(id) === name })),
        },
      },
    },
  },
  test: { include: ["tests/**/*.test.ts"], setupFiles: "tests/load_words.ts" },
});

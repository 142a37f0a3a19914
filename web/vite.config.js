// Builds the page into the Python package: hashed files, compressed copies, and the service worker.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const OUT = "../src/puntobanco/page";
const TEXT = /\.(html|js|css|svg|webmanifest)$/;

const START =
  /node_modules\/(svelte(?!.*\/select)|esm-env|clsx)|src\/state\/(?!live|fold|land|hand|person|looking_back|movements|history|check|replay)|src\/words\/(cards|dictionary|live|numbers|refusal|status|voice|words)\.ts/;
const SHARED = /src\/(state\/(live|fold|land|hand|person)|words\/(land|land_refusal|leaving|news)\.ts)/;
const READ = /src\/(state\/(looking_back|movements|history|check|replay)|words\/(past|reckoned)|fair\/verdict)\./;
const CARDS = /src\/(art\/(Back|Chip|Face|Figure|figures)|look\/card|views\/(hands|travel|rows))\./;

const files = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();

/** The shell a service worker keeps, under a name that changes with any of it. */
function serviceWorker() {
  return {
    name: "service-worker",
    apply: "build",
    closeBundle() {
      const shell = files(OUT).filter((name) => name !== "index.html");
      const hash = createHash("sha256");
      for (const name of files(OUT)) hash.update(name).update(readFileSync(join(OUT, name)));
      const source = readFileSync("src/service-worker.js", "utf8")
        .replace("__VERSION__", hash.digest("hex").slice(0, 16))
        .replace("[/* __SHELL__ */]", JSON.stringify(["/", ...shell.map((name) => `/${name}`)]));
      writeFileSync(join(OUT, "service-worker.js"), source);
    },
  };
}

/** Compressed once, here, and never while somebody waits. */
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

export default defineConfig({
  plugins: [
    svelte({
      configFile: false,
      compilerOptions: {
        runes: true,
        discloseVersion: false,
        // A class on nearly every element: one in twenty thousand that two of them meet.
        cssHash: ({ hash, filename }) => `s${hash(filename).slice(0, 5)}`,
      },
    }),
    serviceWorker(),
    compressed(),
  ],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { pluginTimings: false }, // nobody who starts a house asks how long it took
      // What everything needs stays in one piece: cut up it would be larger.
      output: {
        codeSplitting: {
          groups: [
            { name: "start", test: START },
            { name: "shared", test: SHARED },
            { name: "cards", test: CARDS },
            { name: "read", test: READ },
          ],
        },
      },
    },
  },
  test: { include: ["tests/**/*.test.ts"], setupFiles: "tests/speaking.ts" },
});

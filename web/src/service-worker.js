// Keeps the shell of the page, and nothing anybody bets on: what is under /api is always asked for.
const NAME = "shell-__VERSION__";
const SHELL = [/* __SHELL__ */];

// A newer one waits until no page of an older house is open: those still need their own files.
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(SHELL)));
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name !== NAME) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const path = new URL(url).pathname;
  // A hashed file never changes, whichever worker keeps it.
  if (method === "GET" && path.startsWith("/assets/"))
    event.respondWith(caches.match(path).then((found) => found ?? fetch(event.request)));
  // Anything else is as new as the network has it.
  else if (method === "GET" && SHELL.includes(path))
    event.respondWith(
      fetch(event.request).catch(async () => (await kept(path)) ?? Response.error()),
    );
});

const kept = (path) => caches.open(NAME).then((cache) => cache.match(path));

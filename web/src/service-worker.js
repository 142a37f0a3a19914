// Keeps the shell of the page, and nothing anybody bets on: what is under /api is always asked for.
const NAME = "shell-__VERSION__";
const SHELL = [/* __SHELL__ */];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(SHELL)));
  self.skipWaiting();
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
  if (method !== "GET" || !SHELL.includes(path)) return;
  const kept = () => caches.match(path);
  // A hashed file never changes; anything else is as new as the network has it.
  if (path.startsWith("/assets/"))
    event.respondWith(kept().then((found) => found ?? fetch(event.request)));
  else
    event.respondWith(fetch(event.request).catch(async () => (await kept()) ?? Response.error()));
});

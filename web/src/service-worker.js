// Stores the shell of the page. Requests under /api always go to the network.
const NAME = "shell-__VERSION__";
const SHELL = [/* __SHELL__ */];

// A new worker waits until no page of the old version is open: such a page still needs its own files.
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
  // A file with a hash in its name never changes, so any stored copy is right.
  if (method === "GET" && path.startsWith("/assets/"))
    event.respondWith(caches.match(path).then((found) => found ?? fetch(event.request)));
  // Everything else comes from the network, and from the store only without a network.
  else if (method === "GET" && SHELL.includes(path))
    event.respondWith(
      fetch(event.request).catch(async () => (await kept(path)) ?? Response.error()),
    );
});

const kept = (path) => caches.open(NAME).then((cache) => cache.match(path));

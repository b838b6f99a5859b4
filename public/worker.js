// The one worker of this site. It shows what is pushed, opens the composer without the network, and takes what is shared
// with the installed app. It never keeps an answer of the API or of an action, and while there is a network every page is
// the server's. Why: docs/decisions/0031.

/** The composer's page and whose it is. One at most. */
const pageStore = "postwright-page";
/** The files of one kept page each; the newest two stay, for tabs that are still of the build before. */
const filesStore = "postwright-files-";
/** What was shared and is not taken up yet. The composer reads it. */
const sharedStore = "postwright-shared";

const composer = "/compose";
const isFile = (path) => path.startsWith("/_next/static/");
/** Addresses that are no pages of ours: downloads, streams and the API. */
const isNoPage = (path) =>
  /^\/(?:v1|media|events|export|read|upload|ledger|calendar\.ics|healthz|readyz)(?:\/|$)/.test(path);
/** Whoever comes by here need not be who was here before. */
const isDoor = (path) => /^\/(?:sign-in|sign-out|setup|join|reset)(?:\/|$)/.test(path);

/** A page older than this is not shown: the channels and the name on it may be long gone. */
const longestMs = 30 * 24 * 60 * 60_000;
/** Ms after which a page that is still good is read anew. */
const freshMs = 10 * 60_000;
/** Files of a page with all that may be opened on it: 70 at 2 MB when this was written. */
const most = { files: 300, bytes: 12_000_000, shared: 3 };

// Nothing here is of one build: files are found by names that change with what is in them. So a newer worker need not wait.
self.addEventListener("install", () => self.skipWaiting());
// Firefox (153 too: github.com/GoogleChrome/workbox/issues/3134) shows its own page where what was asked for ahead does
// not come, whatever is answered in its place.
const canAskAhead = !/Firefox\//.test(self.navigator.userAgent);
self.addEventListener("activate", (event) => {
  const ahead = self.registration.navigationPreload;
  const asked = canAskAhead ? ahead?.enable() : ahead?.disable();
  event.waitUntil(Promise.all([self.clients.claim(), asked?.catch(() => undefined)]));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (isDoor(url.pathname)) event.waitUntil(forgetPage());
  if (request.method === "POST" && url.pathname === "/share") event.respondWith(takeShared(request));
  if (request.method !== "GET") return;
  if (isFile(url.pathname)) event.respondWith(fileOf(request));
  else if (request.mode === "navigate" && !isNoPage(url.pathname)) event.respondWith(pageOf(event, url));
});

self.addEventListener("message", (event) => {
  if (event.data?.type === "keep") event.waitUntil(keep(String(event.data.memberId)).catch(() => undefined));
});

/** The server's page, whatever it says; only where none comes, the kept one. */
async function pageOf(event, url) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    const isNew = url.pathname === composer && !url.searchParams.has("post") && !url.searchParams.has("again");
    const kept = await keptPage();
    return (isNew ? kept?.page : null) ?? awayPage(kept !== null);
  }
}

async function fileOf(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? (await fetch(request));
}

/** @returns the kept page, or null where there is none or it is too old. */
async function keptPage() {
  const store = await caches.open(pageStore);
  const [page, note] = await Promise.all([store.match(composer), store.match("/whose")]);
  const whose = await note?.json();
  return page && whose && Date.now() - whose.atMs < longestMs ? { page, whose } : null;
}

/** How often the page was forgotten: one that is being kept meanwhile is not put back. */
let forgotten = 0;

function forgetPage() {
  forgotten += 1;
  return caches.delete(pageStore);
}

/** Keeps the composer for the member whose page asks for it, and nobody else's. */
async function keep(memberId) {
  const before = await keptPage();
  if (before && before.whose.memberId !== memberId) await forgetPage();
  else if (before && Date.now() - before.whose.atMs < freshMs) return;
  const at = forgotten;
  const page = await fetch(composer, { cache: "no-store", credentials: "same-origin" });
  if (!page.ok || page.redirected) return;
  const text = await page.clone().text();
  // Another tab may have gone on as somebody else meanwhile.
  if (!text.includes(`\\"memberId\\":\\"${memberId}\\"`)) return;
  const files = [...new Set(text.match(/\/_next\/static\/[\w./~-]+\.(?:js|css|woff2)/g))];
  const name = filesStore + (await digest(files.sort().join()));
  await keepFiles(name, files);
  if (at !== forgotten) return;
  const store = await caches.open(pageStore);
  await store.put(composer, page);
  await store.put("/whose", Response.json({ memberId, atMs: Date.now(), files: name }));
  await cleanUp(name, before?.whose.files);
}

/** Keeps these files and all that they may load later. Those that an earlier page had are not fetched again. */
async function keepFiles(name, files) {
  const store = await caches.open(name);
  const seen = new Set(files);
  let bytes = 0;
  for (const path of seen) {
    const file = (await caches.match(path, { ignoreVary: true })) ?? (await fetch(path));
    if (!file.ok) throw new Error(`${path} is not there`);
    const body = await file.clone().blob();
    bytes += body.size;
    if (seen.size > most.files || bytes > most.bytes) throw new Error("too much to keep");
    if (/\.(?:js|css)$/.test(path)) for (const found of namedIn(await body.text(), path)) seen.add(found);
    await store.put(path, file);
  }
}

/** The files that a script or a style sheet names: a set grows while it is walked, so theirs are read too. */
function namedIn(text, path) {
  const chunks = text.match(/static\/(?:chunks|media)\/[\w./~-]+\.(?:js|css|woff2)/g) ?? [];
  const fonts = path.endsWith(".css") ? (text.match(/\.\.\/media\/[\w./~-]+\.woff2/g) ?? []) : [];
  return [...chunks.map((chunk) => `/_next/${chunk}`), ...fonts.map((font) => `/_next/static/${font.slice(3)}`)];
}

async function cleanUp(...stay) {
  const names = await caches.keys();
  const gone = names.filter((name) => name.startsWith(filesStore) && !stay.includes(name));
  await Promise.all(gone.map((name) => caches.delete(name)));
}

async function digest(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What the installed app was given: laid down here, and the composer is opened on it, with or without the network. */
async function takeShared(request) {
  const lead = (to) => Response.redirect(new URL(to, self.location.origin), 303);
  try {
    const form = await request.formData();
    const id = crypto.randomUUID();
    const files = form.getAll("images").filter((one) => one instanceof File && one.size > 0);
    const words = Object.fromEntries(["title", "text", "url"].map((name) => [name, String(form.get(name) ?? "")]));
    const store = await caches.open(sharedStore);
    for (const [at, file] of files.entries()) {
      const headers = { "content-type": file.type || "application/octet-stream" };
      await store.put(`/shared/${id}/${at}`, new Response(file, { headers }));
    }
    const names = files.map((file) => file.name);
    // Last: without it the rest is not found.
    await store.put(`/shared/${id}`, Response.json({ ...words, names, atMs: Date.now() }));
    await forgetOlder(store);
    return lead(`${composer}?shared=${id}`);
  } catch {
    return lead(`${composer}?shared=lost`);
  }
}

/** What was shared and never taken up does not pile up. */
async function forgetOlder(store) {
  const notes = [];
  for (const { url } of await store.keys()) {
    const path = new URL(url).pathname;
    if (path.split("/").length === 3) notes.push({ path, atMs: (await (await store.match(url)).json()).atMs });
  }
  notes.sort((one, other) => other.atMs - one.atMs);
  const gone = notes.slice(most.shared).map(({ path }) => path);
  for (const { url } of await store.keys()) {
    if (gone.some((path) => new URL(url).pathname.startsWith(path))) await store.delete(url);
  }
}

/** In place of the browser's own page. It needs no file but itself. */
function awayPage(hasComposer) {
  const go = hasComposer
    ? `<p>You can write: what you write is kept in this browser and saved once you are back.</p><p><a href="${composer}">Open the composer</a></p>`
    : "";
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Offline · Postwright</title><style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:18vh auto;padding:0 1.5rem}a{display:inline-block;padding:.6rem 0;color:LinkText}</style><main><h1>The server can't be reached</h1><p>This page comes from the server, and there is no connection to it. Nothing of yours is lost.</p>${go}<p><a href="">Try again</a></p></main></html>`;
  return new Response(html, {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'",
    },
  });
}

self.addEventListener("push", (event) => {
  const told = readTold(event.data);
  event.waitUntil(
    self.registration.showNotification(told.title, {
      body: told.body,
      tag: told.tag,
      icon: "/icon.svg",
      data: { path: told.path },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? "/inbox"));
});

/** A push must be shown whatever it holds; else the browser shows words of its own. */
function readTold(data) {
  const fallback = { title: "Postwright", body: "Something needs you.", tag: "postwright", path: "/inbox" };
  try {
    return { ...fallback, ...data.json() };
  } catch {
    return fallback;
  }
}

/** In a tab that is open already, else in a new one; never away from this site. */
async function open(path) {
  const url = new URL(path, self.location.origin);
  const target = url.origin === self.location.origin ? url.href : new URL("/inbox", self.location.origin).href;
  const tabs = await self.clients.matchAll({ type: "window" });
  const tab = tabs.find((one) => one.visibilityState === "visible") ?? tabs[0];
  if (!tab) return await self.clients.openWindow(target);
  await tab.focus();
  return await tab.navigate(target).catch(() => self.clients.openWindow(target));
}

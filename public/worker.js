// The site's service worker. It shows push notifications, opens the composer offline, and receives content that is
// shared with the installed app. It never caches answers of the API or of actions, and while there is a network every
// page comes from the server. Reasons: docs/decisions/0031.

/** The cache with the composer's page and the member it belongs to. It holds one page at most. */
const pageCacheName = "postwright-page";
/** Start of the names of the caches with a page's files. The newest two stay, for tabs of the previous build. */
const filesCachePrefix = "postwright-files-";
/** The cache with shared content that the composer has not read yet. */
const sharedCacheName = "postwright-shared";

const composerPath = "/compose";
/** The key under which the page cache stores the page's owner: member id, time and name of the files' cache. */
const ownerKey = "/owner";
const isStaticFile = (path) => path.startsWith("/_next/static/");
/** Paths that are not pages: downloads, streams and the API. */
const isOtherThanPage = (path) =>
  /^\/(?:v1|media|events|export|read|upload|ledger|calendar\.ics|healthz|readyz)(?:\/|$)/.test(path);
/** Paths after which another member may use this browser. */
const isSignInPath = (path) => /^\/(?:sign-in|sign-out|setup|join|reset)(?:\/|$)/.test(path);

/** Ms after which a cached page is not shown any more: its channels and its member's name may be outdated. */
const maxPageAgeMs = 30 * 24 * 60 * 60_000;
/** Ms after which a cached page is read again. */
const refreshAfterMs = 10 * 60_000;
/** Limits of a page's files, including those of its lazy chunks: a page has about 70 files of 2 MB in total. */
const limits = { files: 300, bytes: 12_000_000, shared: 3 };

// The worker doesn't depend on a build, because the names of files change with their content. So a newer worker doesn't
// wait for the older one's tabs to close.
self.addEventListener("install", () => self.skipWaiting());
// Firefox shows its own error page if a preloaded navigation fails, whatever the worker answers (still in 153:
// github.com/GoogleChrome/workbox/issues/3134).
const supportsPreload = !/Firefox\//.test(self.navigator.userAgent);
self.addEventListener("activate", (event) => {
  const preload = self.registration.navigationPreload;
  const change = supportsPreload ? preload?.enable() : preload?.disable();
  event.waitUntil(Promise.all([self.clients.claim(), change?.catch(() => undefined)]));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (isSignInPath(url.pathname)) event.waitUntil(deleteCachedPage());
  if (request.method === "POST" && url.pathname === "/share") event.respondWith(receiveShared(request));
  if (request.method !== "GET") return;
  // An answer from here has no fragment, and the fragment of a web worker's address names the files that it loads.
  if (request.destination === "worker") return;
  if (isStaticFile(url.pathname)) event.respondWith(getFile(request));
  else if (request.mode === "navigate" && !isOtherThanPage(url.pathname)) event.respondWith(getPage(event, url));
});

self.addEventListener("message", (event) => {
  if (event.data?.type !== "cache-composer") return;
  event.waitUntil(cacheComposer(String(event.data.memberId)).catch(() => undefined));
});

/** Returns the server's page, whatever its status; without an answer, the cached composer or the offline page. */
async function getPage(event, url) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    const isNewPost = url.pathname === composerPath && !url.searchParams.has("post") && !url.searchParams.has("again");
    const cached = await readCachedPage();
    return (isNewPost ? cached?.page : null) ?? createOfflinePage(cached !== null);
  }
}

async function getFile(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? (await fetch(request));
}

/** Returns the cached page and its owner; null if there is none or it is too old. */
async function readCachedPage() {
  const cache = await caches.open(pageCacheName);
  const [page, stored] = await Promise.all([cache.match(composerPath), cache.match(ownerKey)]);
  const owner = await stored?.json();
  return page && owner && Date.now() - owner.atMs < maxPageAgeMs ? { page, owner } : null;
}

/** Counts the deletions, so that a page that was requested before a deletion is not cached after it. */
let deletions = 0;

function deleteCachedPage() {
  deletions += 1;
  return caches.delete(pageCacheName);
}

/** Caches the composer for the member whose page asks for it, and deletes another member's. */
async function cacheComposer(memberId) {
  const before = await readCachedPage();
  if (before && before.owner.memberId !== memberId) await deleteCachedPage();
  else if (before && Date.now() - before.owner.atMs < refreshAfterMs) return;
  const deletionsBefore = deletions;
  const page = await fetch(composerPath, { cache: "no-store", credentials: "same-origin" });
  if (!page.ok || page.redirected) return;
  const text = await page.clone().text();
  // Another member may have signed in in another tab meanwhile.
  if (!text.includes(`\\"memberId\\":\\"${memberId}\\"`)) return;
  const files = [...new Set(text.match(/\/_next\/static\/[\w./~-]+\.(?:js|css|woff2)/g))];
  const name = filesCachePrefix + (await digest(files.sort().join()));
  await cacheFiles(name, files);
  if (deletionsBefore !== deletions) return;
  const cache = await caches.open(pageCacheName);
  await cache.put(composerPath, page);
  await cache.put(ownerKey, Response.json({ memberId, atMs: Date.now(), files: name }));
  await deleteOtherFileCaches(name, before?.owner.files);
}

/** Caches these files and all files that they may load later. Files of an earlier page are not fetched again. */
async function cacheFiles(name, files) {
  const cache = await caches.open(name);
  // A loop over a set also visits what is added meanwhile.
  const paths = new Set(files);
  let bytes = 0;
  for (const path of paths) {
    const file = (await caches.match(path, { ignoreVary: true })) ?? (await fetch(path));
    if (!file.ok) throw new Error(`${path} answered ${file.status}`);
    const body = await file.clone().blob();
    bytes += body.size;
    if (paths.size > limits.files || bytes > limits.bytes) throw new Error("too many files to cache");
    if (/\.(?:js|css)$/.test(path)) for (const found of findFilePaths(await body.text(), path)) paths.add(found);
    await cache.put(path, file);
  }
}

/** Returns the paths of the files that a script or a style sheet names. */
function findFilePaths(text, path) {
  const chunks = text.match(/static\/(?:chunks|media)\/[\w./~-]+\.(?:js|css|woff2)/g) ?? [];
  const fonts = path.endsWith(".css") ? (text.match(/\.\.\/media\/[\w./~-]+\.woff2/g) ?? []) : [];
  return [...chunks.map((chunk) => `/_next/${chunk}`), ...fonts.map((font) => `/_next/static/${font.slice(3)}`)];
}

async function deleteOtherFileCaches(...kept) {
  const names = await caches.keys();
  const outdated = names.filter((name) => name.startsWith(filesCachePrefix) && !kept.includes(name));
  await Promise.all(outdated.map((name) => caches.delete(name)));
}

async function digest(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Stores content shared with the installed app and opens the composer with it, with or without the network. */
async function receiveShared(request) {
  const redirect = (to) => Response.redirect(new URL(to, self.location.origin), 303);
  try {
    const form = await request.formData();
    const id = crypto.randomUUID();
    const files = form.getAll("images").filter((one) => one instanceof File && one.size > 0);
    const texts = Object.fromEntries(["title", "text", "url"].map((name) => [name, String(form.get(name) ?? "")]));
    const cache = await caches.open(sharedCacheName);
    for (const [at, file] of files.entries()) {
      const headers = { "content-type": file.type || "application/octet-stream" };
      await cache.put(`/shared/${id}/${at}`, new Response(file, { headers }));
    }
    const names = files.map((file) => file.name);
    // The texts come last: the composer finds the images through them.
    await cache.put(`/shared/${id}`, Response.json({ ...texts, names, atMs: Date.now() }));
    await deleteOldShared(cache);
    return redirect(`${composerPath}?shared=${id}`);
  } catch {
    return redirect(`${composerPath}?shared=lost`);
  }
}

/** Deletes shared content that the composer never read, except the newest. */
async function deleteOldShared(cache) {
  const shared = [];
  for (const { url } of await cache.keys()) {
    const path = new URL(url).pathname;
    if (path.split("/").length === 3) shared.push({ path, atMs: (await (await cache.match(url)).json()).atMs });
  }
  shared.sort((one, other) => other.atMs - one.atMs);
  const outdated = shared.slice(limits.shared).map(({ path }) => path);
  for (const { url } of await cache.keys()) {
    if (outdated.some((path) => new URL(url).pathname.startsWith(path))) await cache.delete(url);
  }
}

/** The colours of app/globals.css. */
const offlineStyle = `
:root { color-scheme: light dark; --ink: light-dark(#261e18, #efebe6); --accent: light-dark(#2f46a8, #9aabff) }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f5f3ef, #171310); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { box-sizing: border-box; width: min(30rem, 100% - 2rem); padding: 2rem; border: 1px solid light-dark(#dfdbd4, #37312c); border-radius: 16px; background: light-dark(#fefdfc, #211c19) }
h1 { margin: 0 0 .5rem; font-size: 1.375rem; line-height: 1.3 }
nav { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem }
a { padding: .625rem 1rem; border: 1px solid currentcolor; border-radius: 10px; color: var(--accent); font-weight: 600; text-decoration: none }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }`;

/** Opens the page as soon as the server answers again. Ms between two attempts: 10,000. */
const offlineScript = `
const retry = () => fetch("/healthz", { cache: "no-store" }).then(() => location.reload(), () => undefined);
addEventListener("online", retry);
setInterval(retry, 10_000);`;

/** Creates the page that is shown without a connection. It loads no file. */
function createOfflinePage(hasComposer) {
  const sentence = hasComposer ? " You can write: your text is saved in this browser until you're back online." : "";
  const link = hasComposer ? `<a href="${composerPath}">Open the composer</a>` : "";
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Offline · Postwright</title><style>${offlineStyle}</style><main><h1>The server can't be reached</h1><p>This page opens by itself when the connection is back.${sentence}</p><nav aria-label="Next steps">${link}<a href="">Try again</a></nav></main><script>${offlineScript}</script></html>`;
  return new Response(html, {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      // The page has no text from elsewhere, so inline code is this file's own.
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'",
    },
  });
}

self.addEventListener("push", (event) => {
  const message = readPushMessage(event.data);
  event.waitUntil(
    self.registration.showNotification(message.title, {
      body: message.body,
      tag: message.tag,
      icon: "/icon.svg",
      data: { path: message.path },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.path ?? "/inbox"));
});

/** Returns the message of a push. Each push must be shown, or the browser shows a text of its own. */
function readPushMessage(data) {
  const fallback = { title: "Postwright", body: "Something needs your attention.", tag: "postwright", path: "/inbox" };
  try {
    return { ...fallback, ...data.json() };
  } catch {
    return fallback;
  }
}

/** Opens a page of this site, in an open tab if there is one. Other sites' addresses lead to the inbox. */
async function openPage(path) {
  const url = new URL(path, self.location.origin);
  const target = url.origin === self.location.origin ? url.href : new URL("/inbox", self.location.origin).href;
  const tabs = await self.clients.matchAll({ type: "window" });
  const tab = tabs.find((one) => one.visibilityState === "visible") ?? tabs[0];
  if (!tab) return await self.clients.openWindow(target);
  await tab.focus();
  return await tab.navigate(target).catch(() => self.clients.openWindow(target));
}

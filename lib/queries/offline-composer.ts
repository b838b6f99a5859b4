/** Of the site's one worker, which also shows what is pushed. */
export const serviceWorkerPath = "/worker.js";

/** Names that `public/worker.js` keeps things under. */
const pageStore = "postwright-page";
const sharedStore = "postwright-shared";

/**
 * Keeps the composer openable without the network, for this member alone. Only of a build: in development its files keep
 * their names while they change.
 */
export async function cacheOfflineComposer(memberId: string): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: Next puts the word itself in its place
  if (process.env.NODE_ENV !== "production" || !("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register(serviceWorkerPath, { scope: "/" });
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: "keep", memberId });
}

/** Whoever is here next sees nothing of whoever leaves: neither the kept page nor what was shared with the app. */
export async function clearOfflineComposer(): Promise<void> {
  if (!("caches" in globalThis)) return;
  await Promise.all([caches.delete(pageStore), caches.delete(sharedStore)]);
}

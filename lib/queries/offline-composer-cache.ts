/** The site's one service worker, which also shows push notifications. */
export const serviceWorkerPath = "/worker.js";

/** Names of the caches of `public/worker.js`. */
const pageCacheName = "postwright-page";
const sharedCacheName = "postwright-shared";

/**
 * Stores the composer for use without the network, for this member only. Only in a build: in development, files keep
 * their names while their content changes.
 */
export async function cacheOfflineComposer(memberId: string): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: Next puts the word itself in its place
  if (process.env.NODE_ENV !== "production" || !("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register(serviceWorkerPath, { scope: "/" });
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: "cache-composer", memberId });
}

/**
 * Deletes the cached page and the content shared with the app, so that the next person sees nothing of the former one.
 */
export async function clearOfflineComposer(): Promise<void> {
  if (!("caches" in globalThis)) return;
  await Promise.all([caches.delete(pageCacheName), caches.delete(sharedCacheName)]);
}

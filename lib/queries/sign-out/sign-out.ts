import { clearOfflineComposer } from "#lib/queries/offline-composer-cache.ts";
import { setSigningOut } from "./is-signing-out.ts";

/** Ms that signing out waits for preparations, such as unsubscribing from the push service. */
const patienceMs = 1_500;

/**
 * Signs this browser out and opens sign-in as a new page, so that no data of this person stays in memory or in the page
 * cached for offline use. Notifications to this browser end.
 * @returns a sentence if it failed and the person is still signed in
 */
export async function signOutAndLeave(): Promise<string | null> {
  setSigningOut(true);
  const subscription = await waitAtMost(getPushSubscription());
  const answer = await fetch("/sign-out", {
    method: "POST",
    // The answer redirects, as a plain form needs it; the script reads nothing of it.
    redirect: "manual",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ push: subscription?.toJSON() ?? null }),
  }).catch(() => null);
  if (!answer || (!answer.ok && answer.type !== "opaqueredirect")) {
    setSigningOut(false);
    return "The server can't be reached. You are still signed in. Try again in a moment.";
  }
  await Promise.all([waitAtMost(subscription?.unsubscribe()), waitAtMost(clearOfflineComposer())]);
  location.assign("/sign-in?left=1");
  return new Promise(() => undefined);
}

/** Returns this browser's push subscription; null for none. */
async function getPushSubscription(): Promise<PushSubscription | null> {
  if (!("serviceWorker" in navigator)) return null;
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/**
 * Waits for the work, but not longer than `patienceMs`: a push service that does not answer must not block signing out.
 */
function waitAtMost<T>(work: Promise<T> | undefined): Promise<T | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null));
  return Promise.race([Promise.resolve(work ?? null).catch(() => null), late]);
}

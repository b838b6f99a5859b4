import { clearOfflineComposer } from "./offline-composer.ts";
import { setSigningOut } from "./sign-out-state.ts";

/** Ms that signing out waits for what is good to do first, such as telling the push service. */
const patienceMs = 1_500;

/**
 * Signs this browser out and goes to sign-in by a new page, so that nothing of who was here stays in memory, nor in
 * the page that opens without a network. Notices come to this browser no more.
 * @returns a sentence when it could not be done, and the person is still signed in
 */
export async function signOutAndLeave(): Promise<string | null> {
  setSigningOut(true);
  const subscription = await waitAtMost(getPushSubscription());
  const answer = await fetch("/sign-out", {
    method: "POST",
    // It answers by leading on, as a plain form needs it; there is nothing to read on the way.
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

/** How this browser is sent notices; null where it is not. */
async function getPushSubscription(): Promise<PushSubscription | null> {
  if (!("serviceWorker" in navigator)) return null;
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** Nobody is kept signed in by a push service that does not answer. */
function waitAtMost<T>(work: Promise<T> | undefined): Promise<T | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null));
  return Promise.race([Promise.resolve(work ?? null).catch(() => null), late]);
}

"use client";
import { useEffect, useState } from "react";
import { subscribePush, unsubscribePush } from "#lib/actions/browser-push.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";

/**
 * The state of web push in this browser: `unable` has no push, `insecure` needs https, `refused` means that the person
 * blocked the permission.
 */
export type BrowserPushState = "unknown" | "unable" | "insecure" | "refused" | "off" | "on";

const worker = "/worker.js";

/** Returns the state of web push in this browser and functions that change it. `problem` is a sentence. */
export function useBrowserPush(publicKey: string) {
  const [state, setState] = useState<BrowserPushState>("unknown");
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    let isMounted = true;
    void readState().then((read) => isMounted && setState(read));
    return () => {
      isMounted = false;
    };
  }, []);

  async function run(request: () => Promise<string | null>): Promise<void> {
    setIsPending(true);
    setProblem(null);
    const failureMessage = await request().catch((error: unknown) => getPushErrorMessage(error));
    setProblem(failureMessage);
    setState(await readState());
    setIsPending(false);
  }

  return {
    state,
    isPending,
    problem,
    enable: () => run(() => enable(publicKey)),
    disable: () => run(disable),
  };
}

async function readState(): Promise<BrowserPushState> {
  if (!window.isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return "unable";
  if (Notification.permission === "denied") return "refused";
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager.getSubscription().catch(() => null);
  return subscription && Notification.permission === "granted" ? "on" : "off";
}

/** @returns null, or a message about the failure. */
async function enable(publicKey: string): Promise<string | null> {
  // Requests the permission only after the person pressed the button.
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return "Notifications weren't allowed, so nothing changed.";
  const registration = await navigator.serviceWorker.register(worker, { scope: "/" });
  await navigator.serviceWorker.ready;
  // An existing subscription may belong to another server's key or to a server that was set up again.
  const previous = await registration.pushManager.getSubscription();
  if (previous && getServerKey(previous) !== publicKey) await previous.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const result = await subscribePush(subscription.toJSON()).catch((error: unknown) => ({
    error: toReadFailure(error),
  }));
  if (!result.error) return null;
  await subscription.unsubscribe();
  return `${describeFailure(result.error).what} ${result.error.status === 400 ? result.error.message : describeFailure(result.error).next}`;
}

async function disable(): Promise<string | null> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return null;
  // The service answers a repeated subscription with its id.
  const result = await subscribePush(subscription.toJSON()).catch((error: unknown) => ({
    ok: undefined,
    error: toReadFailure(error),
  }));
  if (result.ok) await unsubscribePush({ id: result.ok.id });
  await subscription.unsubscribe();
  // If the service was unreachable, its next push fails and it deletes this subscription.
  return null;
}

function getServerKey(subscription: PushSubscription): string {
  const key = subscription.options.applicationServerKey;
  if (!key) return "";
  const binary = String.fromCharCode(...new Uint8Array(key));
  return btoa(binary)
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/(?<!=)=+$/, "");
}

function getPushErrorMessage(error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError") return "Notifications weren't allowed, so nothing changed.";
  if (name === "AbortError") return "The browser couldn't reach its push service. Try again when you're online.";
  return "Notifications couldn't be enabled. Try again in a moment.";
}

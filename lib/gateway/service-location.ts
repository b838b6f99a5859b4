import "server-only";
import { getAppRuntime } from "#lib/embedded-service.ts";

/** Where the service is and how it is reached: in this process, without a network hop, or over the network. */
export type ServiceLocation = {
  /** Ends in /v1, no slash after it. */
  baseUrl: string;
  fetch: (request: Request) => Promise<Response>;
  isRemote: boolean;
};

/** The service this dashboard talks to. @throws when there is none, which server.ts rules out. */
export function getServiceLocation(): ServiceLocation {
  const { embedded, hosting } = getAppRuntime();
  if (hosting.serviceUrl) {
    return { baseUrl: hosting.serviceUrl, fetch: fetchRemote, isRemote: true };
  }
  if (!embedded) throw new Error("The slot holds neither an embedded service nor the address of another.");
  return { baseUrl: `${hosting.origin}/v1`, fetch: embedded.fetch, isRemote: false };
}

/** True for the service in this process, whose rules this build knows. */
export function isEmbeddedService(): boolean {
  return getAppRuntime().hosting.serviceUrl === null;
}

/** What the service goes by; of one elsewhere this machine's own clock must do. */
export function getServiceTime(): Date {
  return getAppRuntime().embedded?.now() ?? new Date();
}

/**
 * Redirects are never followed: one would carry the key to wherever it points. The signal is passed once more beside the
 * request because Next's fetch looks for it only there. Without it Next would keep a copy of every GET's answer: a second
 * try within one page would get the first answer again, and the copy of a stream that was left would reject, unhandled,
 * when memory is collected.
 */
function fetchRemote(request: Request): Promise<Response> {
  return fetch(request, { redirect: "manual", cache: "no-store", signal: request.signal });
}

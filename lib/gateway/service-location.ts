import "server-only";
import { createSharedReadFetch } from "#lib/client/shared-read-fetch.ts";
import { requireAppRuntime } from "#lib/embedded-service.ts";

/** Time limit in ms of one request. */
export const serviceTimeoutMs = 10_000;

/** Address of the service and the fetch that reaches it: in this process without a network hop, or over the network. */
export type ServiceLocation = {
  /** Ends in /v1, without a slash. */
  baseUrl: string;
  fetch: (request: Request) => Promise<Response>;
  isRemote: boolean;
};

/**
 * Returns the location of this dashboard's service.
 * @throws when there is none, which `server.ts` prevents
 */
export function getServiceLocation(): ServiceLocation {
  const { embedded, hosting } = requireAppRuntime();
  if (hosting.serviceUrl) {
    return { baseUrl: hosting.serviceUrl, fetch: getSharedReadFetch(hosting.serviceUrl), isRemote: true };
  }
  if (!embedded) throw new Error("Neither an embedded service nor a service URL is set.");
  return { baseUrl: `${hosting.origin}/v1`, fetch: embedded.fetch, isRemote: false };
}

/** Returns true for the service in this process, whose rules this build knows. */
export function isEmbeddedService(): boolean {
  return requireAppRuntime().hosting.serviceUrl === null;
}

/** Returns the service's time; for a remote service this machine's own clock. */
export function getServiceTime(): Date {
  return requireAppRuntime().embedded?.now() ?? new Date();
}

const sharedReadFetchSymbol = Symbol.for("postwright.shared-read-fetch");
/** Next bundles this module more than once, and the waits must hold for all copies. */
const holder = globalThis as { [sharedReadFetchSymbol]?: { baseUrl: string; fetch: ServiceLocation["fetch"] } };

function getSharedReadFetch(baseUrl: string): ServiceLocation["fetch"] {
  const known = holder[sharedReadFetchSymbol];
  if (known?.baseUrl === baseUrl) return known.fetch;
  const { limit: limitParam } = requireAppRuntime().hosting.listParams;
  const options = { baseUrl, limitParam, fetch: fetchRemote, timeoutMs: serviceTimeoutMs };
  const own = { baseUrl, fetch: createSharedReadFetch(options) };
  holder[sharedReadFetchSymbol] = own;
  return own.fetch;
}

/**
 * Fetches from a remote service. Redirects are never followed: one would carry the key to another address. The signal
 * is passed again beside the request because Next's fetch reads it only there. Without it Next would keep a copy of
 * every GET's answer: a second attempt within one page would get the first answer again, and the copy of an abandoned
 * stream would reject, unhandled, on garbage collection.
 */
function fetchRemote(request: Request): Promise<Response> {
  return fetch(request, { redirect: "manual", cache: "no-store", signal: request.signal });
}

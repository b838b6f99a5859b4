import "server-only";
import { readSlot } from "#lib/embed";

/** Where the service is and how it is reached: in this process, without a network hop, or over the network. */
export type ServiceAt = {
  /** Ends in /v1, no slash after it. */
  baseUrl: string;
  fetch: (request: Request) => Promise<Response>;
  isRemote: boolean;
};

/** The service this dashboard talks to. @throws when there is none, which server.ts rules out. */
export function serviceAt(): ServiceAt {
  const { embedded, hosting } = readSlot();
  if (hosting.serviceUrl) {
    // Never followed: a redirect would carry the key to wherever it points.
    const follow = (request: Request) => fetch(request, { redirect: "manual", cache: "no-store" });
    return { baseUrl: hosting.serviceUrl, fetch: follow, isRemote: true };
  }
  if (!embedded) throw new Error("The slot holds neither an embedded service nor the address of another.");
  return { baseUrl: `${hosting.origin}/v1`, fetch: embedded.fetch, isRemote: false };
}

/** True for the service in this process, whose rules this build knows. */
export function isOwnService(): boolean {
  return readSlot().hosting.serviceUrl === null;
}

/** What the service goes by; of one elsewhere this machine's own clock must do. */
export function serviceNow(): Date {
  return readSlot().embedded?.now() ?? new Date();
}

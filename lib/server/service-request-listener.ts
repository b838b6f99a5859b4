import type { RequestListener, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";

type Fetch = (request: Request, outgoing: ServerResponse) => Promise<Response>;

/**
 * Adapts the service's fetch to node:http. The library would close a connection half a second after an answer whose
 * request is still arriving, despite keep-alive: slow uploads and further requests on the connection met a reset.
 * `request-listener.ts` reads such a request to its end instead.
 */
export function createServiceRequestListener(fetch: Fetch): RequestListener {
  return getRequestListener((request, { outgoing }) => fetch(request, outgoing as ServerResponse), {
    overrideGlobalObjects: false,
    autoCleanupIncoming: false,
  });
}

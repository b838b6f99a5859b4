import type { RequestListener, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";

type Fetch = (request: Request, outgoing: ServerResponse) => Promise<Response>;

/**
 * The service's fetch over node:http. The library would break a connection off half a second after an answer whose request
 * is still arriving, though it said keep-alive: whoever uploads slowly, or asks again on it, met a reset. The front reads
 * such a request to its end instead (`request-listener.ts`).
 */
export function createServiceListener(fetch: Fetch): RequestListener {
  return getRequestListener((request, { outgoing }) => fetch(request, outgoing as ServerResponse), {
    overrideGlobalObjects: false,
    autoCleanupIncoming: false,
  });
}

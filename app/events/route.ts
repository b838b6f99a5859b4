import { getServiceClient } from "#lib/gateway/service-client.ts";

/** Proxies the service's event stream to the browser and adds the key. The stream ends when either side ends it. */
export async function GET(request: Request): Promise<Response> {
  const since = new URL(request.url).searchParams.get("since");
  const asked = since === null || Number.isNaN(Date.parse(since)) ? {} : { since };
  const opened = await (await getServiceClient()).open("openEvents", asked, request.signal);
  if (opened.error) {
    return Response.json(opened, { status: opened.error.status ?? 502, headers: { "cache-control": "no-store" } });
  }
  // Next answers HEAD by GET, and would leave the unread stream open for good.
  if (request.method === "HEAD") await opened.ok.body?.cancel();
  return new Response(request.method === "HEAD" ? null : opened.ok.body, {
    headers: {
      "content-type": "text/event-stream",
      // Without these headers, proxies that buffer or compress a response would delay events.
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
}

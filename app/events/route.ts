import { getServiceClient } from "#lib/gateway/service-client.ts";

/** Proxies the service's event stream to the browser and adds the key. The stream ends when either side ends it. */
export async function GET(request: Request): Promise<Response> {
  const since = new URL(request.url).searchParams.get("since");
  const asked = since === null || Number.isNaN(Date.parse(since)) ? {} : { since };
  const opened = await (await getServiceClient()).open("openEvents", asked, request.signal);
  if (opened.error) {
    return Response.json(opened, { status: opened.error.status ?? 502, headers: { "cache-control": "no-store" } });
  }
  return new Response(opened.ok.body, {
    headers: {
      "content-type": "text/event-stream",
      // Without these headers, proxies that buffer or compress a response would delay events.
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
}

import { getServiceClient } from "#lib/gateway/service-client.ts";

/** Passes the service's event stream on to the browser, with the key added here. It ends when either side ends it. */
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
      // Proxies that gather or compress an answer would keep events back.
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
}

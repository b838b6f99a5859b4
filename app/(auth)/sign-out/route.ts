import { unsubscribeBrowser } from "#lib/gateway/account/notification-channels.ts";
import { endSession } from "#lib/session/session.ts";

/**
 * Signs out: ends the session here and on the server, and goes to sign-in. The key itself keeps working elsewhere. Sent as a
 * plain form before scripts have loaded; with them it also names how this browser is sent notices, which ends too.
 */
export async function POST(request: Request): Promise<Response> {
  const origin = request.headers.get("origin");
  // The server has fixed Host, so that it can be compared: nobody is signed out by a page of somebody else's.
  const isOwn = origin !== null && URL.canParse(origin) && new URL(origin).host === request.headers.get("host");
  if (!isOwn) return new Response("This does not come from our own pages.", { status: 403 });
  const isJson = request.headers.get("content-type") === "application/json";
  const told: unknown = isJson ? await request.json().catch(() => null) : null;
  if (typeof told === "object" && told !== null && "push" in told) await unsubscribeBrowser(told.push);
  await endSession();
  return new Response(null, { status: 303, headers: { location: "/sign-in?left=1", "cache-control": "no-store" } });
}

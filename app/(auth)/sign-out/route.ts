import { unsubscribeBrowser } from "#lib/gateway/account/notification-delivery-status.ts";
import { endSession } from "#lib/session/session.ts";

/**
 * Signs out: ends the session here and on the server, then redirects to sign-in. The API key keeps working elsewhere.
 * Before scripts load, a plain form posts here; with scripts the request also names this browser's push subscription,
 * which ends too.
 */
export async function POST(request: Request): Promise<Response> {
  const origin = request.headers.get("origin");
  // The server validates Host, so comparing Origin with Host is safe: no other site's page can sign a person out.
  const isOwn = origin !== null && URL.canParse(origin) && new URL(origin).host === request.headers.get("host");
  if (!isOwn) return new Response("This request didn't come from Postwright.", { status: 403 });
  const isJson = request.headers.get("content-type") === "application/json";
  const told: unknown = isJson ? await request.json().catch(() => null) : null;
  if (typeof told === "object" && told !== null && "push" in told) await unsubscribeBrowser(told.push);
  await endSession();
  return new Response(null, { status: 303, headers: { location: "/sign-in?left=1", "cache-control": "no-store" } });
}

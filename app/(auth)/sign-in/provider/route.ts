import { redirect } from "next/navigation";
import { callAnonymously, getPublicOrigin } from "#lib/gateway/account/call-embedded-service.ts";
import { ensureProviderBrowserToken, setFlashMessage } from "#lib/session/provider-and-flash-cookies.ts";
import { toSafeRedirectPath } from "#lib/session/safe-redirect-path.ts";

/** Longest accepted invitation token, in characters. */
const tokenMax = 200;

/**
 * Redirects to the provider. The page links here instead of posting a form: the content policy forbids forms that lead
 * to another host, and a link works without scripts.
 */
export async function GET(request: Request): Promise<never> {
  const { search, searchParams } = new URL(request.url);
  // The provider redirects to one fixed address; a cookie set under another host name would be missing there.
  if (new URL(getPublicOrigin()).host !== request.headers.get("host"))
    redirect(`${getPublicOrigin()}/sign-in/provider${search}`);
  const next = toSafeRedirectPath(searchParams.get("next"));
  const invitation = searchParams.get("invitation")?.slice(0, tokenMax) || null;
  const mark = await ensureProviderBrowserToken();
  const begun = await callAnonymously(({ provider }) => provider?.begin({ next, invitation }, mark));
  if (begun.ok) redirect(begun.ok.url);
  await setFlashMessage(begun.error.message);
  redirect(`/sign-in?told=1${next === "/" ? "" : `&next=${encodeURIComponent(next)}`}`);
}

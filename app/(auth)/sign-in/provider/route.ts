import { redirect } from "next/navigation";
import { callAnonymously, getPublicOrigin } from "#lib/gateway/account/embedded-account-calls.ts";
import { ensureProviderBrowserToken, setFlashMessage } from "#lib/session/provider-and-flash-cookies.ts";
import { toSafeRedirectPath } from "#lib/session/safe-redirect-path.ts";

/** Characters of an invitation's token at most. */
const tokenMax = 200;

/** Goes to the provider. A link, not a form: pages forbid forms that lead to another host, and it works without scripts. */
export async function GET(request: Request): Promise<never> {
  const { search, searchParams } = new URL(request.url);
  // The provider sends people back to one address alone; a mark left under another name would not be there.
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

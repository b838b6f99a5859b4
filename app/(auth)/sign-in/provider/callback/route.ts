import { redirect } from "next/navigation";
import {
  callForSignIn,
  getOpenedSession,
  getPageAfterSignIn,
  getVisitor,
} from "#lib/gateway/account/call-embedded-service.ts";
import { getProviderBrowserToken, setFlashMessage } from "#lib/session/provider-and-flash-cookies.ts";
import { toSafeRedirectPath } from "#lib/session/safe-redirect-path.ts";
import { saveSecondStep } from "#lib/session/second-step-cookie.ts";
import { startSession } from "#lib/session/session.ts";

/** Handles the provider's redirect after sign-in. Every failure becomes a sentence on the page it redirects to. */
export async function GET(request: Request): Promise<never> {
  const { search } = new URL(request.url);
  const [mark, session, visitor] = await Promise.all([getProviderBrowserToken(), getOpenedSession(), getVisitor()]);
  const came = await callForSignIn(({ provider }) => provider?.finish(search, mark, session, visitor));
  if (came.step) {
    await saveSecondStep({ ticket: came.step.ticket, next: toSafeRedirectPath(came.step.next) });
    redirect("/sign-in/code");
  }
  if (came.error) {
    await setFlashMessage(came.error.message);
    redirect(session ? "/profile?told=1#ways" : "/sign-in?told=1");
  }
  const { session: opened, next } = came.ok;
  if (!opened) redirect(next);
  await startSession(opened);
  redirect(await getPageAfterSignIn(opened, next));
}

import { redirect } from "next/navigation";
import { asSigningIn, openedSession, pageAfterSignIn, readVisitor } from "#lib/gateway/account/embedded-account-calls.ts";
import { ownPath } from "#lib/session/safe-redirect-path.ts";
import { keepSecondStep } from "#lib/session/second-step-cookie.ts";
import { startSession } from "#lib/session/session.ts";
import { readMark, tell } from "#lib/session/provider-and-flash-cookies.ts";

/** Where the provider sends people back to. Whatever went wrong is a sentence on the page they are led to. */
export async function GET(request: Request): Promise<never> {
  const { search } = new URL(request.url);
  const [mark, session, visitor] = await Promise.all([readMark(), openedSession(), readVisitor()]);
  const came = await asSigningIn(({ provider }) => provider?.finish(search, mark, session, visitor));
  if (came.step) {
    await keepSecondStep({ ticket: came.step.ticket, next: ownPath(came.step.next) });
    redirect("/sign-in/code");
  }
  if (came.error) {
    await tell(came.error.message);
    redirect(session ? "/profile?told=1" : "/sign-in?told=1");
  }
  const { session: opened, next } = came.ok;
  if (!opened) redirect(next);
  await startSession(opened);
  redirect(await pageAfterSignIn(opened, next));
}

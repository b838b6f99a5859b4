import { redirect } from "next/navigation";
import { asSigningIn, openedSession, pageAfterSignIn, readVisitor } from "#lib/gateway/ways";
import { ownPath } from "#lib/session/own-path";
import { keepSecondStep } from "#lib/session/second-step";
import { startSession } from "#lib/session/session";
import { readMark, tell } from "#lib/session/short-cookies";

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

import { redirect } from "next/navigation";
import { asNobody, openedSession, readVisitor } from "#lib/gateway/ways";
import { startSession } from "#lib/session/session";
import { readMark, tell } from "#lib/session/short-cookies";

/** Where the provider sends people back to. Whatever went wrong is a sentence on the page they are led to. */
export async function GET(request: Request): Promise<never> {
  const { search } = new URL(request.url);
  const [mark, session, visitor] = await Promise.all([readMark(), openedSession(), readVisitor()]);
  const came = await asNobody(({ provider }) => provider?.finish(search, mark, session, visitor));
  if (came.error) {
    await tell(came.error.message);
    redirect(session ? "/profile?told=1" : "/sign-in?told=1");
  }
  if (came.ok.session) await startSession(came.ok.session);
  redirect(came.ok.next);
}

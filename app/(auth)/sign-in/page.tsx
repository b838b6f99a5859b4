import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Front } from "#components/shell/auth-layout/auth-layout.tsx";
import { FrontPicture } from "#components/shell/auth-layout/auth-illustration.tsx";
import { KeyForm } from "#components/auth/api-key-sign-in-form.tsx";
import { PasswordForm } from "#components/auth/password-sign-in-form.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { IntentLink } from "#components/ui/controls/prefetch-link.tsx";
import { Notice } from "#components/ui/feedback/banner.tsx";
import { offersPasswords } from "#lib/gateway/account/own-account.ts";
import { getIdentity } from "#lib/gateway/service-client.ts";
import { offeredWays } from "#lib/gateway/account/embedded-account-calls.ts";
import { ownPath } from "#lib/session/safe-redirect-path.ts";
import { readSession } from "#lib/session/session.ts";
import { readTold } from "#lib/session/provider-and-flash-cookies.ts";
import { OtherWays } from "../../sign-in/other-ways.tsx";

export const metadata: Metadata = { title: "Sign in" };

type SignInPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { next, left, told, reset, way } = await searchParams;
  const asked = typeof next === "string" ? next : null;
  const session = await readSession();
  const me = session ? await getIdentity() : null;
  if (me?.ok) redirect(ownPath(asked));
  const sentence = told === undefined ? null : await readTold();
  const { password } = offersPasswords();
  const byKey = !password || way === "key";
  const path = ownPath(asked);
  return (
    <Front
      picture={<FrontPicture />}
      title="Sign in"
      lead={byKey && !me ? "With an API key of your organization." : undefined}
    >
      <div className="grid gap-4">
        {sentence ? (
          <Notice tone="failed" role="alert">
            {sentence}
          </Notice>
        ) : me?.error?.code === "unauthorized" ? (
          <Notice role="status" title="You are not signed in any more.">
            You signed out elsewhere, or the key was revoked. What you were writing stays in this browser; sign in and
            you are back where you were.
          </Notice>
        ) : reset !== undefined ? (
          <Notice role="status">Your new password is set. Sign in with it.</Notice>
        ) : asked !== null && left === undefined ? (
          <Notice role="status">Sign in, and you are taken to where you wanted to go.</Notice>
        ) : null}
        {left === undefined ? null : <Notice role="status">You are signed out.</Notice>}
        {byKey ? (
          <KeyForm
            next={path}
            hint={
              password
                ? "It starts with pw_ and was shown once, when it was made."
                : "Of the service this desk works with."
            }
          />
        ) : (
          <>
            <PasswordForm next={path} />
            <p className="text-13">
              <IntentLink href="/reset" className="text-accent underline underline-offset-2 pointer-coarse:py-3">
                Forgot your password?
              </IntentLink>
            </p>
            <OtherWays {...offeredWays()} next={path} />
          </>
        )}
        {password ? (
          <ButtonLink href={other(asked, !byKey)} variant="quiet" size="large" className="w-full">
            {byKey ? "Use e-mail and password" : "Use an API key"}
          </ButtonLink>
        ) : null}
        <p className="text-13 text-ink-3">
          No account yet? An administrator of your organization invites you. On a new installation, open the setup link
          that was printed where Postwright was started.
        </p>
      </div>
    </Front>
  );
}

/** The same page with the other form, leading to the same place. */
function other(asked: string | null, byKey: boolean): string {
  const query = new URLSearchParams({ ...(asked !== null && { next: asked }), ...(byKey && { way: "key" }) });
  return query.size > 0 ? `/sign-in?${query}` : "/sign-in";
}

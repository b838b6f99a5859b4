import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ApiKeySignInForm } from "#components/auth/api-key-sign-in-form.tsx";
import { PasskeySignInButton } from "#components/auth/passkey-sign-in-button.tsx";
import { PasswordSignInForm } from "#components/auth/password-sign-in-form.tsx";
import { ProviderSignInLink } from "#components/auth/provider-sign-in-link.tsx";
import { AuthIllustration } from "#components/shell/auth-layout/auth-illustration.tsx";
import { AuthLayout } from "#components/shell/auth-layout/auth-layout.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { getSignInMethods } from "#lib/gateway/account/call-embedded-service.ts";
import { getPasswordSupport } from "#lib/gateway/account/own-account.ts";
import { getIdentity } from "#lib/gateway/service-client.ts";
import { isEmbeddedService } from "#lib/gateway/service-location.ts";
import { getFlashMessage } from "#lib/session/provider-and-flash-cookies.ts";
import { toSafeRedirectPath } from "#lib/session/safe-redirect-path.ts";
import { getSession } from "#lib/session/session.ts";

export const metadata: Metadata = { title: "Sign in" };

type SignInRouteProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SignInRoute({ searchParams }: SignInRouteProps) {
  const { next, left, told, reset, way } = await searchParams;
  const asked = typeof next === "string" ? next : null;
  const session = await getSession();
  const me = session ? await getIdentity() : null;
  if (me?.ok) redirect(toSafeRedirectPath(asked));
  const sentence = told === undefined ? null : await getFlashMessage();
  const { password } = getPasswordSupport();
  const byKey = !password || way === "key";
  const path = toSafeRedirectPath(asked);
  return (
    <AuthLayout
      picture={<AuthIllustration />}
      title="Sign in"
      lead={byKey && !me ? "Sign in with an API key." : undefined}
    >
      <div className="grid gap-4">
        {sentence ? (
          <Banner tone="failed" role="alert">
            {sentence}
          </Banner>
        ) : me?.error?.code === "unauthorized" ? (
          <Banner role="status" title="Your session ended.">
            You signed out elsewhere, or the key was revoked. Your draft is safe in this browser.
          </Banner>
        ) : reset !== undefined ? (
          <Banner role="status">Your new password is set. Sign in with it.</Banner>
        ) : asked !== null && left === undefined ? (
          <Banner role="status">Sign in to continue.</Banner>
        ) : null}
        {left === undefined ? null : <Banner role="status">You are signed out.</Banner>}
        {byKey ? (
          <ApiKeySignInForm
            next={path}
            hint={
              password
                ? "It starts with pw_. You saw it once, when you created it."
                : "A key of your publishing service."
            }
          />
        ) : (
          <>
            <PasswordSignInForm next={path} />
            <p className="text-13">
              <PrefetchLink href="/reset" className="text-accent underline underline-offset-2 pointer-coarse:py-3">
                Forgot your password?
              </PrefetchLink>
            </p>
            <OtherSignInMethods {...getSignInMethods()} next={path} />
          </>
        )}
        {password ? (
          <ButtonLink href={other(asked, !byKey)} variant="quiet" size="large" className="w-full">
            {byKey ? "Use e-mail and password" : "Use an API key"}
          </ButtonLink>
        ) : null}
        <p className="text-13 text-ink-3">
          {isEmbeddedService()
            ? "No account yet? Ask an administrator for an invitation. New installation? Open the setup link printed when Postwright started."
            : "No key yet? Create one in your publishing service, under Profile, API keys. It is shown only once."}
        </p>
      </div>
    </AuthLayout>
  );
}

/** Returns the address of this page with the other sign-in form and the same `next` path. */
function other(asked: string | null, byKey: boolean): string {
  const query = new URLSearchParams({ ...(asked !== null && { next: asked }), ...(byKey && { way: "key" }) });
  return query.size > 0 ? `/sign-in?${query}` : "/sign-in";
}

type OtherSignInMethodsProps = {
  passkeys: boolean;
  /** The provider's display name; null without a provider. */
  provider: string | null;
  /** The path of this app to open after sign-in. */
  next: string;
};

/** Shows the sign-in methods that need no typing; renders nothing for a service on another host. */
function OtherSignInMethods({ passkeys, provider, next }: OtherSignInMethodsProps) {
  return (
    <>
      {provider === null ? null : <ProviderSignInLink name={provider} next={next} />}
      {passkeys ? <PasskeySignInButton next={next} /> : null}
    </>
  );
}

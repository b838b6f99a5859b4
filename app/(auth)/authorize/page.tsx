import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { formatRedirectTarget } from "#components/api-keys/api-key-labels.ts";
import { ConnectAppForm } from "#components/api-keys/connect-app-form.tsx";
import { ConfirmIdentityHost } from "#components/auth/confirm-identity-host.tsx";
import { AuthIllustration } from "#components/shell/auth-layout/auth-illustration.tsx";
import { AuthLayout } from "#components/shell/auth-layout/auth-layout.tsx";
import { buttonClass } from "#components/ui/controls/button-class.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { canConnectApps, readAppRequest } from "#lib/gateway/account/connect-app.ts";
import { listMemberships } from "#lib/gateway/account/own-account.ts";
import { getIdentity, redirectIfSignedOut } from "#lib/gateway/service-client.ts";

export const metadata: Metadata = { title: "Connect an app" };

/** The page where a person allows an app, such as an assistant, to act as them: the authorization endpoint of OAuth. */
export default async function AuthorizeRoute() {
  if (!canConnectApps()) notFound();
  await redirectIfSignedOut(getIdentity());
  const [{ search, request }, memberships] = await Promise.all([readAppRequest(), listMemberships()]);
  if (request.ok?.type === "request") {
    const { name, organization, member } = request.ok;
    return (
      <AuthLayout
        picture={<AuthIllustration />}
        title={`Connect ${name}?`}
        lead={`It asks to work in ${organization} as ${member}. The app chose its name itself: Postwright can't verify it.`}
        foot="You can disconnect it at any time under Profile, API keys."
      >
        {memberships.length > 1 ? (
          <p className="mb-5 text-14">
            For another organization, switch to it in Postwright, then sign in from the app again.
          </p>
        ) : null}
        <ConnectAppForm request={request.ok} search={search} />
        <ConfirmIdentityHost />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      picture={<AuthIllustration />}
      title="The app can't be connected"
      lead={`${request.ok?.message ?? request.error?.message} Nothing was shared.`}
    >
      <div className="grid gap-3">
        {request.ok ? (
          <>
            <p className="text-14 text-ink-3 wrap-anywhere">
              The app asked to return to {formatRedirectTarget(request.ok.redirectUri)}.
            </p>
            <a href={request.ok.returnUrl} className={`${buttonClass("outline", "large")} w-full`}>
              Return to the app
            </a>
          </>
        ) : null}
        <ButtonLink href="/" variant={request.ok ? "quiet" : "outline"} size="large" className="w-full">
          Open Postwright
        </ButtonLink>
      </div>
    </AuthLayout>
  );
}

import type { Metadata } from "next";
import { PasskeysSection } from "#components/account/passkeys-section.tsx";
import { PasswordSection } from "#components/account/password-section.tsx";
import { MembershipSection, ProfileSection } from "#components/account/profile-section.tsx";
import { SessionsSection } from "#components/account/sessions-section.tsx";
import { SignInProviderSection } from "#components/account/sign-in-provider-section.tsx";
import { TwoStepSection } from "#components/account/two-step-section.tsx";
import { ApiKeysSection } from "#components/api-keys/api-keys-section.tsx";
import { ServerThemeSwitch } from "#components/shell/server-theme-switch.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { Section } from "#components/ui/layout/section.tsx";
import { type PageSection, SectionedPage } from "#components/ui/layout/sectioned-page.tsx";
import { listOwnApiKeys } from "#lib/gateway/account/api-keys.ts";
import { callAsSignedIn, getSignInMethods } from "#lib/gateway/account/call-embedded-service.ts";
import { listMemberships, readOwnAccount } from "#lib/gateway/account/own-account.ts";
import { readPreferences } from "#lib/gateway/account/preferences.ts";
import { getMediaUsage } from "#lib/gateway/media-usage.ts";
import { isLastOwner } from "#lib/gateway/members.ts";
import { getServiceCapabilities } from "#lib/gateway/service-capabilities.ts";
import { getIdentity, getServiceClient, redirectIfSignedOut } from "#lib/gateway/service-client.ts";
import { isEmbeddedService } from "#lib/gateway/service-location.ts";
import { getFlashMessage } from "#lib/session/provider-and-flash-cookies.ts";
import { getRequestDevice } from "#lib/session/request-device.ts";
import { FailureState } from "../../failure-state.tsx";

export const metadata: Metadata = { title: "Profile" };

type ProfileRouteProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function ProfileRoute({ searchParams }: ProfileRouteProps) {
  const { told } = await searchParams;
  const [me, abilities] = await Promise.all([redirectIfSignedOut(getIdentity()), getServiceCapabilities()]);
  if (me.error) {
    return (
      <Page title="Profile">
        <FailureState failure={me.error} again="/profile" />
      </Page>
    );
  }
  const [keys, { zone, clock }, memberships, images, own, lastOwner] = await Promise.all([
    listOwnApiKeys(),
    readPreferences(),
    listMemberships(),
    getMediaUsage(),
    readOwnAccount(),
    getServiceClient().then(isLastOwner),
  ]);
  // A service on another host defines its own scopes.
  const may = (scope: string) => !isEmbeddedService() || me.ok.scopes.includes(scope);
  const mayLeave = abilities.has("leaveOrganization") && may("keys:manage");
  const next = memberships.find((one) => !one.isCurrent)?.organization.name ?? null;
  // Sections in page order; null for a section that this service does not offer or this member may not see.
  const parts: (PageSection | null)[] = [
    {
      id: "account",
      title: "Account",
      content: (
        <ProfileSection identity={me.ok} images={images} mayRename={abilities.has("changeMe") && may("posts:write")} />
      ),
    },
    getSignInMethods().passkeys
      ? {
          id: "ways",
          title: "Sign-in security",
          content: <SignInSecurity isTold={told !== undefined} />,
        }
      : null,
    abilities.has("listSessions")
      ? {
          id: "sessions",
          title: "Password and sessions",
          content: <PasswordAndSessions email={me.ok.membership.email} />,
        }
      : null,
    keys && {
      id: "keys",
      title: "API keys",
      content: (
        <ApiKeysSection
          first={keys.keys}
          baseUrl={keys.baseUrl}
          mine={me.ok.scopes}
          nowMs={Date.now()}
          zone={zone}
          clock={clock}
          canSignIn={own?.canSignIn ?? false}
        />
      ),
    },
    {
      id: "membership",
      title: "Permissions",
      content: <MembershipSection identity={me.ok} leaving={mayLeave ? { next, isLastOwner: lastOwner } : null} />,
    },
    {
      id: "appearance",
      title: "Appearance",
      content: (
        <Section id="appearance" title="Appearance">
          <Card>
            <ServerThemeSwitch />
          </Card>
        </Section>
      ),
    },
  ];
  return (
    <Page title="Profile">
      <SectionedPage label="Profile" parts={parts.filter((part) => part !== null)} />
    </Page>
  );
}

/** Shows the member's password section and signed-in sessions. */
async function PasswordAndSessions({ email }: { email: string }) {
  const client = await getServiceClient();
  const [own, sessions] = await Promise.all([readOwnAccount(), client.listSessions()]);
  return (
    <Section
      id="sessions"
      title="Password and sessions"
      note="Anyone with your password or an open session can act as you."
    >
      <div className="grid gap-3.5">
        {own ? (
          <PasswordSection standing={own.standing} hasPassword={own.hasPassword} email={own.email ?? email} />
        ) : null}
        {sessions.error ? (
          <Card title="Where you are signed in">
            <p className="text-14 text-ink-2">{sessions.error.message}</p>
          </Card>
        ) : (
          <SessionsSection sessions={sessions.ok} now={new Date()} />
        )}
      </div>
    </Section>
  );
}

/** Shows the sign-in methods besides the password. `isTold` is true after connecting the provider has failed. */
async function SignInSecurity({ isTold }: { isTold: boolean }) {
  const { provider: name } = getSignInMethods();
  const told = isTold ? await getFlashMessage() : null;
  const [passkeys, provider, device, twoStep] = await Promise.all([
    callAsSignedIn((embedded, session) => embedded.passkeys.list(session)),
    name === null ? null : callAsSignedIn((embedded, session) => embedded.provider?.connectedAt(session)),
    getRequestDevice(),
    callAsSignedIn((embedded, session) => embedded.twoStep.read(session)),
  ]);
  const now = new Date();
  return (
    <Section id="ways" title="Sign-in security" note="A second step after your password, and other ways to sign in.">
      <div className="grid gap-3.5">
        {told ? (
          <Banner tone="failed" role="alert">
            {told}
          </Banner>
        ) : null}
        {twoStep.ok ? <TwoStepSection first={twoStep.ok} now={now} /> : null}
        {passkeys.error ? (
          <Card>
            <p className="text-14 text-ink-2">{passkeys.error.message}</p>
          </Card>
        ) : (
          <PasskeysSection passkeys={passkeys.ok} now={now} device={device} />
        )}
        {name !== null && provider?.ok ? (
          <div id="provider" className="scroll-mt-20">
            <SignInProviderSection name={name} at={provider.ok.at} now={now} />
          </div>
        ) : null}
      </div>
    </Section>
  );
}

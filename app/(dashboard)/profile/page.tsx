import type { Metadata } from "next";
import { KeysSection } from "#components/api-keys/api-keys-section.tsx";
import { Profile } from "#components/account/profile-section.tsx";
import { Appearance } from "#components/shell/theme-setting.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { Section } from "#components/ui/layout/section.tsx";
import { type Part, Sections } from "#components/ui/layout/sectioned-page.tsx";
import { offeredAbilities } from "#lib/gateway/service-capabilities.ts";
import { listMemberships, readOwnAccount } from "#lib/gateway/account/own-account.ts";
import { getIdentity, orSignIn } from "#lib/gateway/service-client.ts";
import { getImageUsage } from "#lib/gateway/media-usage.ts";
import { listOwnKeys } from "#lib/gateway/account/api-keys.ts";
import { readPreferences } from "#lib/gateway/account/preferences.ts";
import { isOwnService } from "#lib/gateway/service-location.ts";
import { offeredWays } from "#lib/gateway/account/embedded-account-calls.ts";
import { Failed } from "../../failure-state.tsx";
import { Sessions } from "../../(desk)/profile/sessions.tsx";
import { SignInWays } from "../../(desk)/profile/sign-in-ways.tsx";

export const metadata: Metadata = { title: "Profile" };

type ProfilePageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function ProfilePage({ searchParams }: ProfilePageProps) {
  const { told } = await searchParams;
  const [me, abilities] = await Promise.all([orSignIn(getIdentity()), offeredAbilities()]);
  if (me.error) {
    return (
      <Page title="Profile">
        <Failed failure={me.error} again="/profile" />
      </Page>
    );
  }
  const [keys, { zone, clock }, memberships, images, own] = await Promise.all([
    listOwnKeys(),
    readPreferences(),
    listMemberships(),
    getImageUsage(),
    readOwnAccount(),
  ]);
  // Scopes of a service elsewhere are its own affair.
  const may = (scope: string) => !isOwnService() || me.ok.scopes.includes(scope);
  const mayLeave = abilities.has("leaveOrganization") && may("keys:manage");
  const next = memberships.find((one) => !one.isCurrent)?.organization.name ?? null;
  // In the order of the page; what this service does not offer, or its reader may not see, is null and left out.
  const parts: (Part | null)[] = [
    {
      id: "account",
      title: "Account",
      content: (
        <Profile
          identity={me.ok}
          images={images}
          mayRename={abilities.has("changeMe") && may("posts:write")}
          leaving={mayLeave ? { next } : null}
        />
      ),
    },
    offeredWays().passkeys
      ? { id: "ways", title: "Sign-in security", content: <SignInWays isTold={told !== undefined} /> }
      : null,
    abilities.has("listSessions")
      ? { id: "sessions", title: "Password and sessions", content: <Sessions email={me.ok.membership.email} /> }
      : null,
    keys && {
      id: "keys",
      title: "API keys",
      content: (
        <KeysSection
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
      id: "appearance",
      title: "Appearance",
      content: (
        <Section id="appearance" title="Appearance">
          <Card>
            <Appearance />
          </Card>
        </Section>
      ),
    },
  ];
  return (
    <Page title="Profile">
      <Sections label="Profile" parts={parts.filter((part) => part !== null)} />
    </Page>
  );
}

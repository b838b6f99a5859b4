import type { Metadata } from "next";
import { Profile } from "#components/settings/profile";
import { Appearance } from "#components/shell/appearance";
import { Card } from "#components/ui/card";
import { Page } from "#components/ui/page";
import { Section } from "#components/ui/section";
import { type Part, Sections } from "#components/ui/sections";
import { getIdentity, orSignIn } from "#lib/gateway/gateway";
import { Failed } from "../../failed.tsx";

export const metadata: Metadata = { title: "Profile" };

export default async function ProfilePage() {
  const me = await orSignIn(getIdentity());
  if (me.error) {
    return (
      <Page title="Profile">
        <Failed failure={me.error} again="/profile" />
      </Page>
    );
  }
  // In the order of the page; what this service does not offer, or its reader may not see, is null and left out.
  const parts: (Part | null)[] = [
    { id: "account", title: "Account", content: <Profile identity={me.ok} /> },
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

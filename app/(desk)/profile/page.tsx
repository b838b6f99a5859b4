import type { Metadata } from "next";
import { Profile } from "#components/settings/profile";
import { Appearance } from "#components/shell/appearance";
import { Page } from "#components/ui/page";
import { getIdentity, orSignIn } from "#lib/gateway/gateway";
import { Failed } from "../../failed.tsx";

export const metadata: Metadata = { title: "Profile" };

export default async function ProfilePage() {
  const me = await orSignIn(getIdentity());
  return (
    <Page title="Profile" width="form">
      {me.error ? (
        <Failed failure={me.error} again="/profile" />
      ) : (
        <Profile identity={me.ok} appearance={<Appearance />} />
      )}
    </Page>
  );
}

import type { Metadata } from "next";
import { ChannelsDesk } from "#components/channels/channels-page.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { readChannels } from "#lib/gateway/channels.ts";
import { orSignIn } from "#lib/gateway/service-client.ts";
import { readPreferences } from "#lib/gateway/account/preferences.ts";
import { Failed } from "../../failure-state.tsx";

export const metadata: Metadata = { title: "Channels" };

export default async function ChannelsPage() {
  const [{ channels, mayChange, members, ways, mayOperate }, { zone, clock }] = await Promise.all([
    readChannels(),
    readPreferences(),
  ]);
  const listed = await orSignIn(Promise.resolve(channels));
  return (
    <Page title="Channels">
      {listed.error ? (
        <Failed failure={listed.error} again="/channels" />
      ) : (
        <ChannelsDesk
          first={listed.ok}
          mayChange={mayChange}
          members={members}
          ways={ways}
          mayOperate={mayOperate}
          nowMs={Date.now()}
          zone={zone}
          clock={clock}
        />
      )}
    </Page>
  );
}

import type { Metadata } from "next";
import { ChannelsPage } from "#components/channels/channels-page.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { readPreferences } from "#lib/gateway/account/preferences.ts";
import { readChannelsOverview } from "#lib/gateway/channels.ts";
import { redirectIfSignedOut } from "#lib/gateway/service-client.ts";
import { FailureState } from "../../failure-state.tsx";

export const metadata: Metadata = { title: "Channels" };

export default async function ChannelsRoute() {
  const [{ channels, hasDetails, mayChange, members, methods, mayOperate }, { zone, clock }] = await Promise.all([
    readChannelsOverview(),
    readPreferences(),
  ]);
  const listed = await redirectIfSignedOut(Promise.resolve(channels));
  return (
    <Page title="Channels">
      {listed.error ? (
        <FailureState failure={listed.error} again="/channels" />
      ) : (
        <ChannelsPage
          first={listed.ok}
          hasDetails={hasDetails}
          mayChange={mayChange}
          members={members}
          methods={methods}
          mayOperate={mayOperate}
          nowMs={Date.now()}
          zone={zone}
          clock={clock}
        />
      )}
    </Page>
  );
}

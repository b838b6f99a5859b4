import type { Metadata } from "next";
import { ChannelsPage } from "#components/channels/channels-page.tsx";
import { PauseSendingButton } from "#components/sending-pauses/pause-sending-button.tsx";
import { ResumeSendingButton } from "#components/sending-pauses/resume-sending-button.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { readPreferences } from "#lib/gateway/account/preferences.ts";
import { readChannelsOverview } from "#lib/gateway/channels.ts";
import { canPauseSending, listSendingPauses } from "#lib/gateway/sending-pauses.ts";
import { canSeeOthersPosts } from "#lib/gateway/service-capabilities.ts";
import { redirectIfSignedOut } from "#lib/gateway/service-client.ts";
import { FailureState } from "../../failure-state.tsx";

export const metadata: Metadata = { title: "Channels" };

type ChannelsRouteProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Lists the channels; `?connect=account` opens the dialog that connects one. */
export default async function ChannelsRoute({ searchParams }: ChannelsRouteProps) {
  const { connect } = await searchParams;
  const [overview, { zone, clock }, pauses, mayPause, seesOthers] = await Promise.all([
    readChannelsOverview(),
    readPreferences(),
    listSendingPauses(),
    canPauseSending(),
    canSeeOthersPosts(),
  ]);
  const { channels, hasDetails, mayChange, members, methods, mayOperate } = overview;
  const listed = await redirectIfSignedOut(Promise.resolve(channels));
  const pauseOf = new Map(pauses.map((pause) => [pause.channel?.id, pause]));
  const pauseControls = Object.fromEntries(
    (mayPause ? (listed.ok ?? []) : []).map((channel) => {
      const pause = pauseOf.get(channel.id);
      return [
        channel.id,
        pause ? (
          <ResumeSendingButton key={channel.id} pause={pause} isStillPaused={pauseOf.has(undefined)} isSmall />
        ) : (
          <PauseSendingButton key={channel.id} channel={{ id: channel.id, name: channel.name }} />
        ),
      ];
    }),
  );
  return (
    <Page title="Channels">
      {listed.error ? (
        <FailureState failure={listed.error} again="/channels" />
      ) : (
        <ChannelsPage
          first={listed.ok}
          isConnecting={connect === "account"}
          hasDetails={hasDetails}
          mayChange={mayChange}
          seesOthers={seesOthers}
          members={members}
          methods={methods}
          mayOperate={mayOperate}
          nowMs={Date.now()}
          zone={zone}
          clock={clock}
          pauseControls={pauseControls}
        />
      )}
    </Page>
  );
}

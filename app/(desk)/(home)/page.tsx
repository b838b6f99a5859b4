import type { Metadata } from "next";
import { HomeDesk } from "#components/home/home-desk";
import { Page } from "#components/ui/page";
import { offeredAbilities } from "#lib/gateway/abilities";
import { readOwnAccount } from "#lib/gateway/accounts";
import { gateway, orSignIn } from "#lib/gateway/gateway";
import { readHome } from "#lib/gateway/home";
import { readStanding } from "#lib/gateway/leaderboard";
import { inboxAbilities, listInbox } from "#lib/gateway/list-inbox";
import { readPreferences } from "#lib/gateway/preferences";
import { keepsSettings, readSettings } from "#lib/gateway/settings";
import { Failed } from "../../failed.tsx";

export const metadata: Metadata = { title: "Home" };

/** The desk's first page; who is not signed in is led to the door. */
export default async function HomePage() {
  const client = await gateway();
  const [home, inbox, may, standing, channels, settings, isKept, { zone }, offered, account] = await Promise.all([
    orSignIn(readHome(client)),
    listInbox(client, "open"),
    inboxAbilities(),
    readStanding(),
    client.listChannels(),
    readSettings(),
    keepsSettings(),
    readPreferences(),
    offeredAbilities(),
    readOwnAccount(),
  ]);
  if (home.error) {
    return (
      <Page title="Home">
        <Failed failure={home.error} again="/" />
      </Page>
    );
  }
  const slot = settings.slots.length > 0 && offered.has("getNextSlot") ? await client.getNextSlot({ zone }) : null;
  return (
    <HomeDesk
      home={home.ok}
      inbox={inbox.ok ?? null}
      inboxFailure={inbox.error && inbox.error.code !== "not_found" ? inbox.error : null}
      mayChange={may.change}
      standing={standing}
      channels={channels.ok ?? []}
      settings={settings}
      keepsSettings={isKept}
      nextSlot={slot?.ok?.at ?? null}
      hasWay={account === null ? null : account.canSignIn}
      nowMs={Date.now()}
    />
  );
}

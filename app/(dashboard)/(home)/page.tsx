import type { Metadata } from "next";
import { HomeDesk } from "#components/home/home-page.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { offeredAbilities } from "#lib/gateway/service-capabilities.ts";
import { readOwnAccount } from "#lib/gateway/account/own-account.ts";
import { gateway, orSignIn } from "#lib/gateway/service-client.ts";
import { readHome } from "#lib/gateway/posts/home.ts";
import { readStanding } from "#lib/gateway/leaderboard.ts";
import { inboxAbilities, listInbox } from "#lib/gateway/inbox.ts";
import { readPreferences } from "#lib/gateway/account/preferences.ts";
import { keepsSettings, readSettings } from "#lib/gateway/account/settings.ts";
import { Failed } from "../../failure-state.tsx";

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

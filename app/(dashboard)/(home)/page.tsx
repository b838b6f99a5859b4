import type { Metadata } from "next";
import { HomePage } from "#components/home/home-page.tsx";
import { LazyScopeSwitch } from "#components/shell/lazy-scope-switch.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { readSettingsOrDefaults, supportsSettings } from "#lib/gateway/account/member-settings.ts";
import { readOwnAccount } from "#lib/gateway/account/own-account.ts";
import { readPreferences } from "#lib/gateway/account/preferences.ts";
import { canConnectAccounts } from "#lib/gateway/channels.ts";
import { getInboxPermissions, listInbox } from "#lib/gateway/inbox.ts";
import { readMemberRank } from "#lib/gateway/leaderboard.ts";
import { hasPublishedScheduledPost, readHome } from "#lib/gateway/posts/home.ts";
import { getNextSlot } from "#lib/gateway/posts/next-slot.ts";
import { getServiceClient, redirectIfSignedOut } from "#lib/gateway/service-client.ts";
import { waitForOptionalAnswer } from "#lib/gateway/wait-for-optional-answer.ts";
import { FailureState } from "../../failure-state.tsx";
import { isEveryoneRemembered, readRememberedScope } from "../../read-remembered-scope.ts";

export const metadata: Metadata = { title: "Home" };

/** The dashboard's first page; redirects a visitor without a session to sign-in. */
export default async function HomeRoute() {
  const [client, isEveryone] = await Promise.all([getServiceClient(), isEveryoneRemembered()]);
  const main = redirectIfSignedOut(readHome(client, isEveryone));
  const [home, scope, inbox, may, ownRank, channels, settings, hasSettings, slot, firstSteps, mayConnect] =
    await Promise.all([
      main,
      readRememberedScope(),
      listInbox(client, { state: "open", isEveryone }),
      getInboxPermissions(),
      waitForOptionalAnswer(main, readMemberRank(), null),
      waitForOptionalAnswer(main, client.listChannels(), null),
      readSettingsOrDefaults(),
      supportsSettings(),
      readPreferences().then(({ zone }) => getNextSlot(client, { channels: [], zone, after: null })),
      readFirstSteps(client, main, isEveryone),
      canConnectAccounts(),
    ]);
  if (home.error) {
    return (
      <Page title="Home">
        <FailureState failure={home.error} again="/" />
      </Page>
    );
  }
  return (
    <HomePage
      scope={isEveryone ? "everyone" : "mine"}
      scopeSwitch={
        scope ? <LazyScopeSwitch memberId={scope.memberId} scope={isEveryone ? "everyone" : "mine"} /> : null
      }
      home={home.ok}
      inbox={inbox.ok ?? null}
      inboxFailure={inbox.error && inbox.error.code !== "not_found" ? inbox.error : null}
      mayChange={may.change && (may.manage || !isEveryone || !may.everyone)}
      ownRank={ownRank}
      channels={channels?.ok ?? []}
      settings={settings}
      mayConnect={mayConnect}
      slots={hasSettings ? { count: slot.ok?.slots ?? settings.slots.length, nextAt: slot.ok?.at ?? null } : null}
      hasSignInMethod={firstSteps.hasSignInMethod}
      hasPublishedScheduled={firstSteps.hasPublishedScheduled}
      nowMs={Date.now()}
    />
  );
}

/** Reads what the first steps alone need; nothing while they are hidden, or everyone's posts are shown. */
async function readFirstSteps(
  client: Awaited<ReturnType<typeof getServiceClient>>,
  main: ReturnType<typeof readHome>,
  isEveryone: boolean,
): Promise<{ hasSignInMethod: boolean | null; hasPublishedScheduled: boolean }> {
  if (isEveryone || (await readSettingsOrDefaults()).checklist_hidden)
    return { hasSignInMethod: null, hasPublishedScheduled: false };
  const [account, home] = await Promise.all([readOwnAccount(), main]);
  const isUnknown = home.ok?.hasPublished && !home.ok.published.hasScheduled;
  return {
    hasSignInMethod: account?.canSignIn ?? null,
    hasPublishedScheduled: isUnknown ? await hasPublishedScheduledPost(client) : false,
  };
}

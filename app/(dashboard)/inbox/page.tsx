import type { Metadata } from "next";

import { InboxPage } from "#components/inbox/inbox-page.tsx";
import { LazyFailedPostsInbox } from "#components/inbox/lazy-failed-posts-inbox.tsx";
import { LazyScopeSwitch } from "#components/shell/lazy-scope-switch.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import type { Failure } from "#lib/contract/errors.ts";
import { getChannelName } from "#lib/contract/platforms/channel-name.ts";
import { readPreferences } from "#lib/gateway/account/preferences.ts";
import { failuresSeenCookie } from "#lib/gateway/count-inbox.ts";
import { getInboxPermissions, listFailedPosts, listInbox, supportsInbox } from "#lib/gateway/inbox.ts";
import { getPostPermissions } from "#lib/gateway/service-capabilities.ts";
import { getServiceClient, redirectIfSignedOut } from "#lib/gateway/service-client.ts";
import { waitForOptionalAnswer } from "#lib/gateway/wait-for-optional-answer.ts";
import { parseInboxState } from "#lib/queries/inbox.ts";
import { FailureState } from "../../failure-state.tsx";
import { isEveryoneRemembered, readRememberedScope } from "../../read-remembered-scope.ts";

export const metadata: Metadata = { title: "Inbox" };

type InboxRouteProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function InboxRoute({ searchParams }: InboxRouteProps) {
  const client = await getServiceClient();
  if (!(await supportsInbox())) {
    const main = redirectIfSignedOut(listFailedPosts(client));
    const [failed, { remove }, channels] = await Promise.all([
      main,
      getPostPermissions(),
      waitForOptionalAnswer(main, client.listChannels(), null),
    ]);
    if (failed.error) return <InboxFailure failure={failed.error} />;
    return (
      <LazyFailedPostsInbox
        first={failed.ok}
        nowMs={Date.now()}
        maySend={remove}
        accounts={Object.fromEntries((channels?.ok ?? []).map((channel) => [channel.id, getChannelName(channel)]))}
        seenCookie={failuresSeenCookie}
      />
    );
  }
  const state = parseInboxState((await searchParams)["show"]);
  const isEveryone = await isEveryoneRemembered();
  const [items, may, remembered, { zone, clock }] = await Promise.all([
    redirectIfSignedOut(listInbox(client, { state, isEveryone })),
    getInboxPermissions(),
    readRememberedScope(),
    readPreferences(),
  ]);
  // Others' problems are an administrator's matter; members' plans are read elsewhere.
  const canSwitch = may.everyone ? remembered : null;
  const scope = canSwitch?.isEveryone ? "everyone" : "mine";
  if (items.error) return <InboxFailure failure={items.error} />;
  return (
    <InboxPage
      state={state}
      scope={scope}
      scopeSwitch={canSwitch ? <LazyScopeSwitch memberId={canSwitch.memberId} scope={scope} /> : null}
      first={items.ok}
      nowMs={Date.now()}
      reader={{ zone, clock }}
      may={may}
    />
  );
}

function InboxFailure({ failure }: { failure: Failure }) {
  return (
    <Page title="Inbox">
      <FailureState failure={failure} again="/inbox" />
    </Page>
  );
}

import type { Metadata } from "next";
import { FailedPostsInbox } from "#components/inbox/failed-posts-inbox.tsx";
import { InboxPage } from "#components/inbox/inbox-page.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import type { Failure } from "#lib/contract/errors.ts";
import { readPreferences } from "#lib/gateway/account/preferences.ts";
import { failuresSeenCookie } from "#lib/gateway/count-inbox.ts";
import { getInboxPermissions, listFailedPosts, listInbox, supportsInbox } from "#lib/gateway/inbox.ts";
import { getPostPermissions } from "#lib/gateway/service-capabilities.ts";
import { getServiceClient, redirectIfSignedOut } from "#lib/gateway/service-client.ts";
import { waitForOptionalAnswer } from "#lib/gateway/wait-for-optional-answer.ts";
import { FailureState } from "../../failure-state.tsx";

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
      <FailedPostsInbox
        first={failed.ok}
        nowMs={Date.now()}
        maySend={remove}
        accounts={Object.fromEntries((channels?.ok ?? []).map(({ id, username }) => [id, username]))}
        seenCookie={failuresSeenCookie}
      />
    );
  }
  const state = (await searchParams)["show"] === "done" ? "done" : "open";
  const [items, may, { zone, clock }] = await Promise.all([
    redirectIfSignedOut(listInbox(client, state)),
    getInboxPermissions(),
    readPreferences(),
  ]);
  if (items.error) return <InboxFailure failure={items.error} />;
  return <InboxPage key={state} state={state} first={items.ok} nowMs={Date.now()} reader={{ zone, clock }} may={may} />;
}

function InboxFailure({ failure }: { failure: Failure }) {
  return (
    <Page title="Inbox">
      <FailureState failure={failure} again="/inbox" />
    </Page>
  );
}

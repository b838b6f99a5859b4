import { Inbox } from "lucide-react";
import type { Metadata } from "next";
import { InboxPage } from "#components/inbox/inbox-page.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { readPreferences } from "#lib/gateway/account/preferences.ts";
import { getInboxPermissions, listInbox } from "#lib/gateway/inbox.ts";
import { getServiceClient, redirectIfSignedOut } from "#lib/gateway/service-client.ts";
import { FailureState } from "../../failure-state.tsx";

export const metadata: Metadata = { title: "Inbox" };

type InboxRouteProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function InboxRoute({ searchParams }: InboxRouteProps) {
  const state = (await searchParams)["show"] === "done" ? "done" : "open";
  const [items, may, { zone, clock }] = await Promise.all([
    redirectIfSignedOut(listInbox(await getServiceClient(), state)),
    getInboxPermissions(),
    readPreferences(),
  ]);
  if (items.error?.code === "not_found") {
    return (
      <Page title="Inbox">
        <EmptyState
          icon={<Inbox />}
          title="This service has no inbox"
          actions={<ButtonLink href="/posts?status=failed">View failed posts</ButtonLink>}
        >
          Failed posts are in Posts, with the reason.
        </EmptyState>
      </Page>
    );
  }
  if (items.error) {
    return (
      <Page title="Inbox">
        <FailureState failure={items.error} again="/inbox" />
      </Page>
    );
  }
  return <InboxPage key={state} state={state} first={items.ok} nowMs={Date.now()} reader={{ zone, clock }} may={may} />;
}

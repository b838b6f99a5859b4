import { Inbox } from "lucide-react";
import type { Metadata } from "next";
import { InboxDesk } from "#components/inbox/inbox-page.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { gateway, orSignIn } from "#lib/gateway/service-client.ts";
import { inboxAbilities, listInbox } from "#lib/gateway/inbox.ts";
import { readPreferences } from "#lib/gateway/account/preferences.ts";
import { Failed } from "../../failure-state.tsx";

export const metadata: Metadata = { title: "Inbox" };

type InboxPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function InboxPage({ searchParams }: InboxPageProps) {
  const state = (await searchParams)["show"] === "done" ? "done" : "open";
  const [items, may, { zone, clock }] = await Promise.all([
    orSignIn(listInbox(await gateway(), state)),
    inboxAbilities(),
    readPreferences(),
  ]);
  if (items.error?.code === "not_found") {
    return (
      <Page title="Inbox">
        <EmptyState
          icon={<Inbox />}
          title="This service has no inbox"
          actions={<ButtonLink href="/posts?status=failed">See what failed</ButtonLink>}
        >
          Failed posts stand in the history, each with its reason.
        </EmptyState>
      </Page>
    );
  }
  if (items.error) {
    return (
      <Page title="Inbox">
        <Failed failure={items.error} again="/inbox" />
      </Page>
    );
  }
  return <InboxDesk key={state} state={state} first={items.ok} nowMs={Date.now()} reader={{ zone, clock }} may={may} />;
}

import { Inbox } from "lucide-react";
import type { Metadata } from "next";
import { InboxDesk } from "#components/inbox/inbox-desk";
import { ButtonLink } from "#components/ui/button-link";
import { EmptyState } from "#components/ui/empty-state";
import { Page } from "#components/ui/page";
import { gateway, orSignIn } from "#lib/gateway/gateway";
import { inboxAbilities, listInbox } from "#lib/gateway/list-inbox";
import { readPreferences } from "#lib/gateway/preferences";
import { Failed } from "../../failed.tsx";

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

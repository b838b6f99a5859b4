import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { DraftsDesk } from "#components/drafts/drafts-page.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { postAbilities } from "#lib/gateway/service-capabilities.ts";
import { gateway, orSignIn } from "#lib/gateway/service-client.ts";
import { listDrafts } from "#lib/gateway/posts/calendar.ts";
import { listWorkingDrafts } from "#lib/gateway/posts/list-working-drafts.ts";
import { readPreferences } from "#lib/gateway/account/preferences.ts";
import { Failed } from "../../failure-state.tsx";

export const metadata: Metadata = { title: "Drafts" };

type DraftsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** What is begun and not sent, and templates. */
export default async function DraftsPage({ searchParams }: DraftsPageProps) {
  const search = await searchParams;
  const kind = search["show"] === "templates" ? "template" : "draft";
  const words = typeof search["q"] === "string" ? search["q"].slice(0, 200) : "";
  const abilities = await postAbilities();
  // A service that keeps no drafts while they are written has those that were saved as posts.
  if (!abilities.drafts) redirect("/posts?status=draft");
  const client = await gateway();
  const [found, channels, posts, { zone, clock }] = await Promise.all([
    orSignIn(listWorkingDrafts(client, { kind, words, offset: 0 })),
    client.listChannels(),
    kind === "draft" && words === "" ? listDrafts(client) : null,
    readPreferences(),
  ]);
  if (found.error) {
    return (
      <Page title="Drafts">
        <Failed failure={found.error} again="/drafts" />
      </Page>
    );
  }
  return (
    <DraftsDesk
      key={`${kind} ${words}`}
      kind={kind}
      words={words}
      first={found.ok}
      posts={posts?.ok?.pagination.total ?? 0}
      channels={channels.ok ?? []}
      nowMs={Date.now()}
      reader={{ zone, clock }}
    />
  );
}

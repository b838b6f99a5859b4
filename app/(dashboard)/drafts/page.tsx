import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { DraftsPage } from "#components/drafts/drafts-page.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { readPreferences } from "#lib/gateway/account/preferences.ts";
import { listDraftPosts } from "#lib/gateway/posts/calendar.ts";
import { listWorkingDrafts } from "#lib/gateway/posts/list-working-drafts.ts";
import { getPostPermissions } from "#lib/gateway/service-capabilities.ts";
import { getServiceClient, redirectIfSignedOut } from "#lib/gateway/service-client.ts";
import { FailureState } from "../../failure-state.tsx";

export const metadata: Metadata = { title: "Drafts" };

type DraftsRouteProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Shows unsubmitted drafts and templates. */
export default async function DraftsRoute({ searchParams }: DraftsRouteProps) {
  const search = await searchParams;
  const kind = search["show"] === "templates" ? "template" : "draft";
  const words = typeof search["q"] === "string" ? search["q"].slice(0, 200) : "";
  const abilities = await getPostPermissions();
  // A service without autosaved drafts only has drafts that were saved as posts.
  if (!abilities.drafts) redirect("/posts?status=draft");
  const client = await getServiceClient();
  const [found, channels, posts, { zone, clock }] = await Promise.all([
    redirectIfSignedOut(listWorkingDrafts(client, { kind, words, offset: 0 })),
    client.listChannels(),
    kind === "draft" && words === "" ? listDraftPosts(client) : null,
    readPreferences(),
  ]);
  if (found.error) {
    return (
      <Page title="Drafts">
        <FailureState failure={found.error} again="/drafts" />
      </Page>
    );
  }
  return (
    <DraftsPage
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

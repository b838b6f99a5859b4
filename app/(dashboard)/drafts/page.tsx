import type { Metadata } from "next";
import { LazyLocalDraftsPage } from "#components/composer/drafts/lazy-local-drafts-page.tsx";
import { DraftsPage } from "#components/drafts/drafts-page.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { readPreferences } from "#lib/gateway/account/preferences.ts";
import { listDraftPosts } from "#lib/gateway/posts/calendar.ts";
import { listWorkingDrafts } from "#lib/gateway/posts/list-working-drafts.ts";
import { getPostPermissions } from "#lib/gateway/service-capabilities.ts";
import { getIdentity, getServiceClient, redirectIfSignedOut } from "#lib/gateway/service-client.ts";
import { waitForOptionalAnswer } from "#lib/gateway/wait-for-optional-answer.ts";
import { FailureState } from "../../failure-state.tsx";

export const metadata: Metadata = { title: "Drafts" };

type DraftsRouteProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Shows unsubmitted drafts and templates. */
export default async function DraftsRoute({ searchParams }: DraftsRouteProps) {
  const search = await searchParams;
  const kind = search["show"] === "templates" ? "template" : "draft";
  const text = typeof search["q"] === "string" ? search["q"].slice(0, 200) : "";
  const abilities = await getPostPermissions();
  if (!abilities.drafts) return <DraftsInBrowser />;
  const client = await getServiceClient();
  const [found, channels, posts, { zone, clock }] = await Promise.all([
    redirectIfSignedOut(listWorkingDrafts(client, { kind, words: text, offset: 0 })),
    client.listChannels(),
    kind === "draft" && text === "" ? listDraftPosts(client) : null,
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
      key={`${kind} ${text}`}
      kind={kind}
      words={text}
      first={found.ok}
      posts={posts?.ok?.pagination.total ?? 0}
      channels={channels.ok ?? []}
      nowMs={Date.now()}
      reader={{ zone, clock }}
    />
  );
}

/** Shows the drafts in the browser, where the service only stores drafts that were saved as posts. */
async function DraftsInBrowser() {
  const client = await getServiceClient();
  const main = redirectIfSignedOut(getIdentity());
  const [me, channels, posts, { zone, clock }] = await Promise.all([
    main,
    waitForOptionalAnswer(main, client.listChannels(), null),
    waitForOptionalAnswer(main, client.listPosts({ status: ["draft"], limit: 1, offset: 0 }), null),
    readPreferences(),
  ]);
  if (me.error) {
    return (
      <Page title="Drafts">
        <FailureState failure={me.error} again="/drafts" />
      </Page>
    );
  }
  return (
    <LazyLocalDraftsPage
      memberId={me.ok.membership.id}
      posts={posts?.ok?.pagination.total ?? null}
      channels={channels?.ok ?? []}
      nowMs={Date.now()}
      reader={{ zone, clock }}
    />
  );
}

import type { Metadata } from "next";
import { LazyLocalDraftsPage, LazyUnsavedDrafts } from "#components/composer/drafts/local/lazy-local-drafts-page.tsx";
import { DraftsPage } from "#components/drafts/drafts-page.tsx";
import type { DraftsView } from "#components/drafts/drafts-view.ts";
import { Page } from "#components/ui/layout/page.tsx";
import { readPreferences } from "#lib/gateway/account/preferences.ts";
import { listDrafts } from "#lib/gateway/posts/drafts.ts";
import { canManagePosts, getPostPermissions } from "#lib/gateway/service-capabilities.ts";
import { getIdentity, getServiceClient, redirectIfSignedOut } from "#lib/gateway/service-client.ts";
import { waitForOptionalAnswer } from "#lib/gateway/wait-for-optional-answer.ts";
import { draftsPageSize } from "#lib/queries/drafts/draft-queries.ts";
import { createParamReader } from "#lib/queries/search-params.ts";
import { FailureState } from "../../failure-state.tsx";

export const metadata: Metadata = { title: "Drafts" };

type DraftsRouteProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** The largest page number that an address may have; a member has at most 500 drafts beside their draft posts. */
const pagesMax = 10_000;

/** Shows everything that is not scheduled or published yet, and templates. */
export default async function DraftsRoute({ searchParams }: DraftsRouteProps) {
  const search = createParamReader(await searchParams);
  const kind = search.read("show") === "templates" ? "template" : "draft";
  const view: DraftsView = { kind, words: search.text("q"), page: search.integer("page", 1, pagesMax) ?? 1 };
  const abilities = await getPostPermissions();
  if (!abilities.drafts) return <DraftsInBrowser />;
  const client = await getServiceClient();
  const [found, me, channels, { zone, clock }, canManage] = await Promise.all([
    redirectIfSignedOut(
      listDrafts(client, { kind, words: view.words, offset: (view.page - 1) * draftsPageSize, limit: draftsPageSize }),
    ),
    getIdentity(),
    client.listChannels(),
    readPreferences(),
    canManagePosts(),
  ]);
  if (found.error) {
    return (
      <Page title="Drafts">
        <FailureState failure={found.error} again="/drafts" />
      </Page>
    );
  }
  const shown = { channels: channels.ok ?? [], nowMs: Date.now(), reader: { zone, clock } };
  const showsUnsaved = kind === "draft" && view.words === "" && view.page === 1;
  return (
    <DraftsPage
      view={view}
      first={found.ok}
      sharing={abilities.shareTemplates ? { canManage } : null}
      unsaved={
        me.ok && showsUnsaved ? (
          <LazyUnsavedDrafts
            memberId={me.ok.membership.id}
            listedIds={found.ok.drafts.map(({ id }) => id)}
            {...shown}
          />
        ) : null
      }
      {...shown}
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

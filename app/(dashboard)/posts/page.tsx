import type { Metadata } from "next";
import { CutLine } from "#components/posts/filters/active-filters.tsx";
import { HistoryTools } from "#components/posts/filters/posts-toolbar.tsx";
import { NoPosts } from "#components/posts/list/posts-empty-state.tsx";
import { PostsDesk } from "#components/posts/list/posts-page.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { isAdmin } from "#lib/contract/scopes.ts";
import { postAbilities } from "#lib/gateway/service-capabilities.ts";
import { countPosts } from "#lib/gateway/posts/count-posts.ts";
import { gateway, getIdentity, orSignIn } from "#lib/gateway/service-client.ts";
import { listNames, withChosen } from "#lib/gateway/leaderboard.ts";
import { listPostExcerpts } from "#lib/gateway/posts/list-posts.ts";
import { readSettings } from "#lib/gateway/account/settings.ts";
import { searchText } from "#components/posts/posts-view.ts";
import { Failed } from "../../failure-state.tsx";
import { readView } from "../../read-posts-view.ts";
import { readZone } from "../../read-member-zone.ts";

export const metadata: Metadata = { title: "Posts" };

type PostsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function PostsPage({ searchParams }: PostsPageProps) {
  const [{ view, query, counted }, client] = await Promise.all([readView(await searchParams), gateway()]);
  const [page, counts, abilities, listed, names, me, settings, zone] = await Promise.all([
    orSignIn(listPostExcerpts(client, query)),
    countPosts(client, counted),
    postAbilities(),
    client.listChannels(),
    listNames(client),
    getIdentity(),
    readSettings(),
    readZone(),
  ]);
  const channels = listed.ok ?? [];
  const seesAll = abilities.filter && isAdmin(me.ok?.membership.role ?? "");
  const people = page.ok?.posts.map(({ member }) => member) ?? [];
  const members = seesAll
    ? withChosen(names, view.member, people).filter(({ id }) => id !== me.ok?.membership.id)
    : null;
  const tools = { view, channels, members, saved: settings.views, abilities };
  return (
    <Page
      title="Posts"
      note={<span className="max-sm:sr-only">Times in {zone}</span>}
      actions={abilities.filter ? <HistoryTools {...tools} /> : null}
    >
      {page.error ? (
        <Failed failure={page.error} again="/posts" />
      ) : (
        <PostsDesk
          // Another view starts with nothing selected.
          key={searchText({ ...view, columns: null, density: null })}
          view={view}
          first={page.ok}
          firstCounts={counts.ok ?? { of: {}, atLeast: [] }}
          nowMs={Date.now()}
          abilities={abilities}
          accounts={Object.fromEntries(channels.map(({ id, username }) => [id, username]))}
          head={<CutLine view={view} channels={channels} />}
          empty={<NoPosts view={view} total={page.ok.pagination.total} channels={channels} />}
        />
      )}
    </Page>
  );
}

import type { Metadata } from "next";
import { CutLine } from "#components/history/cut-line";
import { HistoryTools } from "#components/history/history-tools";
import { NoPosts } from "#components/history/no-posts";
import { PostsDesk } from "#components/history/posts-desk";
import { Page } from "#components/ui/page";
import { isAdmin } from "#lib/contract/scopes";
import { postAbilities } from "#lib/gateway/abilities";
import { countPosts } from "#lib/gateway/count-posts";
import { gateway, getIdentity, orSignIn } from "#lib/gateway/gateway";
import { listNames, withChosen } from "#lib/gateway/leaderboard";
import { listPostExcerpts } from "#lib/gateway/list-posts";
import { readSettings } from "#lib/gateway/settings";
import { searchText } from "../../../components/history/filter.ts";
import { Failed } from "../../failed.tsx";
import { readView } from "../../read-view.ts";
import { readZone } from "../../zone.ts";

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

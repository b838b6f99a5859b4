import type { Metadata } from "next";
import { NoPosts } from "#components/history/no-posts";
import { PostsDesk } from "#components/history/posts-desk";
import { Page } from "#components/ui/page";
import { postAbilities } from "#lib/gateway/abilities";
import { countPosts } from "#lib/gateway/count-posts";
import { gateway, orSignIn } from "#lib/gateway/gateway";
import { listPosts } from "#lib/gateway/list-posts";
import { parseFilter } from "../../../components/history/filter.ts";
import { Failed } from "../../failed.tsx";
import { readZone } from "../../zone.ts";

export const metadata: Metadata = { title: "Posts" };

type PostsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function PostsPage({ searchParams }: PostsPageProps) {
  const filter = parseFilter(await searchParams);
  const client = await gateway();
  const [page, counts, abilities, zone] = await Promise.all([
    orSignIn(listPosts(client, filter)),
    countPosts(client),
    postAbilities(),
    readZone(),
  ]);
  return (
    <Page title="Posts" note={`Times in ${zone}`}>
      {page.error ? (
        <Failed failure={page.error} again="/posts" />
      ) : (
        <PostsDesk
          // Another view starts with nothing selected.
          key={`${filter.status}-${filter.page}`}
          filter={filter}
          first={page.ok}
          firstCounts={counts.ok ?? {}}
          zone={zone}
          nowMs={Date.now()}
          abilities={abilities}
          empty={<NoPosts filter={filter} total={page.ok.pagination.total} />}
        />
      )}
    </Page>
  );
}

"use client";
import { Inbox } from "lucide-react";
import { useEffect } from "react";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { StaleBanner } from "#components/ui/feedback/stale-banner.tsx";
import { formatNumber } from "#components/ui/format-number.ts";
import { Page } from "#components/ui/layout/page.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { useNow } from "#components/ui/use-now.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Post } from "#lib/contract/types.ts";
import { type PostPage, postQueries } from "#lib/queries/posts/posts.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { useLazyLiveQueryClient, useLiveQuery } from "#lib/realtime/use-live-query.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { getPostTitle } from "#lib/text/post-title.ts";
import { formatRelativeDate } from "#lib/time/format.ts";

type FailedPostsInboxProps = {
  first: PostPage;
  nowMs: number;
  /** True if this member may create posts. */
  maySend: boolean;
  /** Names of channels by their ids, for posts whose account is known. */
  accounts: Readonly<Record<string, string>>;
  /** Cookie for the time of the newest failure shown here; the count in the navigation leaves out what was seen. */
  seenCookie: string;
};

const failedPosts = postQueries.list("status=failed&size=100");

/** The inbox for a service without one: its failed posts, each with the reason and the way to send it again. */
export function FailedPostsInbox({ first, nowMs, maySend, accounts, seenCookie }: FailedPostsInboxProps) {
  const now = useNow(nowMs);
  const { data, error } = useLiveQuery(failedPosts, first, nowMs);
  const { posts, pagination } = data;
  useSeenFailures(posts, seenCookie);
  return (
    <Page
      title="Inbox"
      width="reading"
      note={pagination.total > 0 ? formatCount(pagination.total, "post failed", "posts failed") : null}
    >
      {error ? <StaleBanner reason={toReadFailure(error).message} className="mb-3.5" /> : null}
      {posts.length === 0 ? (
        <EmptyState icon={<Inbox />} title="All caught up">
          Failed posts appear here with the reason.
        </EmptyState>
      ) : (
        <ul aria-label="Failed posts" className="grid gap-3.5">
          {posts.map((post) => (
            <li key={post.id}>
              <FailedPost
                post={post}
                now={now}
                maySend={maySend}
                account={post.channel_id ? accounts[post.channel_id] : undefined}
              />
            </li>
          ))}
        </ul>
      )}
      {posts.length < pagination.total ? (
        <p className="mt-4 text-14 text-ink-3">
          <PrefetchLink href="/posts?status=failed" className="underline underline-offset-2 pointer-coarse:py-2.5">
            See all {formatNumber(pagination.total)} in Posts
          </PrefetchLink>
        </p>
      ) : null}
    </Page>
  );
}

const yearSeconds = 365 * 24 * 60 * 60;

/** Tells the server which failures were shown here, and updates the count in the navigation. */
function useSeenFailures(posts: readonly Post[], cookie: string): void {
  const live = useLazyLiveQueryClient();
  const newestMs = Math.max(0, ...posts.map((post) => Date.parse(post.updated_at) || 0));
  useEffect(() => {
    if (newestMs === 0) return;
    // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing on plain http, where a self-hosted dashboard may run
    document.cookie = `${cookie}=${newestMs}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`;
    void live.touch("inbox").catch(() => undefined);
  }, [newestMs, cookie, live]);
}

type FailedPostProps = { post: Post; now: Date; maySend: boolean; account: string | undefined };

function FailedPost({ post, now, maySend, account }: FailedPostProps) {
  const { zone } = usePreferences();
  const name = formatPlatformName(post.channel ?? "");
  const platform = account === undefined ? name : `${name}, ${account}`;
  const title = getPostTitle(post);
  const path = encodeURIComponent(post.id);
  return (
    <article className="flex gap-4 rounded-card border bg-paper p-[18px] max-sm:gap-3 max-sm:p-4">
      <PlatformIcon platform={post.channel ?? ""} label={platform} size="large" />
      <div className="min-w-0 flex-1">
        <header className="flex items-baseline justify-between gap-x-4 max-sm:flex-col">
          <h2 className="min-w-0 text-15 font-medium wrap-anywhere">
            <PrefetchLink
              href={`/posts/${path}`}
              className="underline-offset-2 hover:underline pointer-coarse:inline-block pointer-coarse:py-2.5"
            >
              {title}
            </PrefetchLink>
          </h2>
          <time dateTime={post.updated_at} className="shrink-0 text-13 text-ink-3">
            {formatRelativeDate(new Date(post.updated_at), now, zone)}
          </time>
        </header>
        <p className="mt-0.5 max-w-[72ch] text-14 text-pretty text-ink-2">
          Failed on {platform}. {post.error ?? "The service gave no reason."}
        </p>
        {maySend ? (
          <ButtonLink variant="filled" className="mt-3.5" href={`/compose?again=${path}&replaces=1`}>
            Send again…<span className="sr-only"> {title}</span>
          </ButtonLink>
        ) : null}
      </div>
    </article>
  );
}

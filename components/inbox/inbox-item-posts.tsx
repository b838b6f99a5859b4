"use client";
import { CornerDownRight } from "lucide-react";
import { FailedChannels } from "#components/post-actions/failed-channels.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { formatNumber } from "#components/ui/format-number.ts";
import type { InboxItem } from "#lib/contract/types.ts";
import { formatDue, type InboxTimeOptions } from "./inbox-times.ts";

/** Number of posts listed by name; the rest is only counted. */
const named = 5;

type InboxItemPostsProps = { item: InboxItem; reader: InboxTimeOptions; now: Date };

/** Lists the posts of an item; for one text that several channels rejected, each channel with its reason. */
export function InboxItemPosts({ item, reader, now }: InboxItemPostsProps) {
  if (item.submission_id !== undefined && item.count > 1) {
    // One text has one author.
    const author = item.posts[0]?.member?.name;
    return (
      <>
        <FailedChannels
          posts={item.posts.flatMap(({ id, channel, reason }) =>
            channel ? { id, channel, reason: reason ?? null } : [],
          )}
        />
        {author ? <p className="mt-1.5 text-14 text-ink-3 wrap-anywhere">Written by {author}</p> : null}
      </>
    );
  }
  const shown = item.posts.slice(0, named);
  const rest = item.count - shown.length;
  return (
    <ul aria-label="Posts" className="mt-3 grid gap-1.5 text-14 pointer-coarse:gap-4">
      {shown.map((post) => (
        <li key={post.id} className="flex min-w-0 items-baseline gap-2 max-sm:items-start">
          <CornerDownRight className="size-3.5 shrink-0 translate-y-0.5 text-ink-3" />
          <span className="min-w-0">
            <PrefetchLink
              href={`/posts/${encodeURIComponent(post.id)}`}
              className="underline-offset-2 wrap-anywhere hover:underline pointer-coarse:py-2.5"
            >
              {post.title}
            </PrefetchLink>
            <PostNote texts={[formatDue(post, reader, now), post.member?.name]} />
          </span>
        </li>
      ))}
      {rest > 0 ? (
        <li className="pl-[22px] text-13 text-ink-3">
          <PrefetchLink
            href={`/posts?status=failed&problem=${encodeURIComponent(item.key)}`}
            className="underline underline-offset-2 pointer-coarse:py-2.5"
          >
            and {formatNumber(rest)} more
          </PrefetchLink>
        </li>
      ) : null}
    </ul>
  );
}

/** Shows when a post was due, and among others' posts its author. */
function PostNote({ texts }: { texts: (string | null | undefined)[] }) {
  const note = texts.filter(Boolean).join(" · ");
  return note === "" ? null : <span className="text-ink-3"> — {note}</span>;
}

"use client";
import { CornerDownRight } from "lucide-react";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { formatNumber } from "#components/ui/format-number.ts";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { InboxItem } from "#lib/contract/types.ts";
import { formatDue, type InboxTimeOptions } from "./inbox-times.ts";

/** Number of posts listed by name; the rest is only counted. */
const named = 5;

type InboxItemPostsProps = { item: InboxItem; reader: InboxTimeOptions; now: Date };

/** Lists the posts of an item; for one text that several channels rejected, each channel with its reason. */
export function InboxItemPosts({ item, reader, now }: InboxItemPostsProps) {
  const isText = item.submission_id !== undefined && item.count > 1;
  const shown = isText ? item.posts : item.posts.slice(0, named);
  const rest = item.count - shown.length;
  return (
    <ul aria-label={isText ? "Channels" : "Posts"} className="mt-3 grid gap-1.5 text-14 pointer-coarse:gap-4">
      {shown.map((post) => (
        <li key={post.id} className="flex min-w-0 items-baseline gap-2 max-sm:items-start">
          {isText && post.channel ? (
            <span className="shrink-0 translate-y-0.5">
              <PlatformIcon platform={post.channel.platform} size="small" />
            </span>
          ) : (
            <CornerDownRight className="size-3.5 shrink-0 translate-y-0.5 text-ink-3" />
          )}
          <span className="min-w-0">
            <PrefetchLink
              href={`/posts/${encodeURIComponent(post.id)}${isText ? "?one=1" : ""}`}
              className="underline-offset-2 wrap-anywhere hover:underline pointer-coarse:py-2.5"
            >
              {isText && post.channel ? formatChannel(post.channel) : post.title}
            </PrefetchLink>
            <PostNote texts={[isText ? post.reason : formatDue(post, reader, now), post.member?.name]} />
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

const formatChannel = ({ name, platform }: { name: string; platform: string }) => name || formatPlatformName(platform);

/** Shows when a post was due, or why it was rejected, and among others' posts its author. */
function PostNote({ texts }: { texts: (string | null | undefined)[] }) {
  const note = texts.filter(Boolean).join(" · ");
  return note === "" ? null : <span className="text-ink-3"> — {note}</span>;
}

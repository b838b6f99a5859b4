import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";

/** A post of a text that failed alike on several channels. `reason` is the platform's own sentence. */
export type FailedChannel = {
  id: string;
  channel: { name: string; platform: string };
  reason: string | null;
};

/** Lists the channels on which one text failed, each with its reason: one problem for a person, in the inbox and after sending. */
export function FailedChannels({ posts }: { posts: readonly FailedChannel[] }) {
  return (
    <ul aria-label="Channels" className="mt-3 grid gap-1.5 text-14 pointer-coarse:gap-4">
      {posts.map(({ id, channel, reason }) => (
        <li key={id} className="flex min-w-0 items-baseline gap-2 max-sm:items-start">
          <span className="shrink-0 translate-y-0.5">
            <PlatformIcon platform={channel.platform} size="small" />
          </span>
          <span className="min-w-0">
            <PrefetchLink
              href={`/posts/${encodeURIComponent(id)}?one=1`}
              className="underline-offset-2 wrap-anywhere hover:underline pointer-coarse:py-2.5"
            >
              {channel.name || formatPlatformName(channel.platform)}
            </PrefetchLink>
            {reason ? <span className="text-ink-3"> — {reason}</span> : null}
          </span>
        </li>
      ))}
    </ul>
  );
}

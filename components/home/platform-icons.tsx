import { PlatformMark } from "#components/ui/layout/platform-icon.tsx";
import { platformName } from "#lib/contract/platforms/platform-names.ts";
import type { Post } from "#lib/contract/types.ts";

/** The platforms of a submission's posts, each once. */
export function Marks({ posts }: { posts: readonly Post[] }) {
  const platforms = [...new Set(posts.flatMap(({ channel }) => channel ?? []))];
  return (
    <span className="inline-flex shrink-0 gap-1.5">
      {platforms.map((platform) => (
        <PlatformMark key={platform} platform={platform} label={platformName(platform)} size="small" />
      ))}
    </span>
  );
}

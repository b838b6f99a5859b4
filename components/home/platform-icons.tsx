import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Post } from "#lib/contract/types.ts";

/** Shows each platform of a submission's posts once. */
export function PlatformIcons({ posts }: { posts: readonly Post[] }) {
  const platforms = [...new Set(posts.flatMap(({ channel }) => channel ?? []))];
  return (
    <span className="inline-flex shrink-0 gap-1.5">
      {platforms.map((platform) => (
        <PlatformIcon key={platform} platform={platform} label={formatPlatformName(platform)} size="small" />
      ))}
    </span>
  );
}

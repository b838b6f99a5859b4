"use client";
import { ExternalLink, PenLine, RefreshCw, Undo2 } from "lucide-react";
import type { PostAbilities } from "#components/posts/post-abilities.ts";
import { getPlatformLabel } from "#components/posts/post-labels.ts";
import { isPostEditable, isRetryable } from "#components/posts/post-next-steps.ts";
import { IconButton } from "#components/ui/controls/button.tsx";
import { buttonClass } from "#components/ui/controls/button-class.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { toSafeHref } from "#components/ui/safe-href.ts";
import type { Post } from "#lib/contract/types.ts";

type RowActionProps = {
  post: Post;
  title: string;
  abilities: PostAbilities;
  onStep: (step: "retry" | "restore") => void;
};

/** The most useful action for a post in this status. */
export function RowAction({ post, title, abilities, onStep }: RowActionProps) {
  const square = buttonClass("quiet", "medium", true);
  if (post.deleted_at) {
    return abilities.restore ? (
      <IconButton label={`Restore “${title}”`} onClick={() => onStep("restore")}>
        <Undo2 className="size-4" />
      </IconButton>
    ) : null;
  }
  const [url] = post.published_urls;
  const link = url ? toSafeHref(url) : null;
  if (post.status === "published" && link && !post.taken_down_at) {
    const label = `Open “${title}” on ${getPlatformLabel(post)} in a new tab`;
    return (
      <a href={link} target="_blank" rel="noreferrer" aria-label={label} title={label} className={square}>
        <ExternalLink className="size-4" />
      </a>
    );
  }
  if (abilities.change && isPostEditable(post)) {
    const label = `Edit “${title}”`;
    return (
      <PrefetchLink
        href={`/compose?post=${encodeURIComponent(post.id)}`}
        aria-label={label}
        title={label}
        className={square}
      >
        <PenLine className="size-4" />
      </PrefetchLink>
    );
  }
  if (abilities.retry && isRetryable(post)) {
    return (
      <IconButton label={`Retry “${title}”`} onClick={() => onStep("retry")}>
        <RefreshCw className="size-4" />
      </IconButton>
    );
  }
  return null;
}

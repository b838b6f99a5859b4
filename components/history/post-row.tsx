import { ExternalLink, PenLine, RefreshCw } from "lucide-react";
import { IconButton } from "#components/ui/button";
import { buttonClass } from "#components/ui/button-class";
import { Checkbox } from "#components/ui/checkbox";
import { IntentLink } from "#components/ui/intent-link";
import { PlatformMark } from "#components/ui/platform-mark";
import { PointsChip } from "#components/ui/points-chip";
import { StatusPill } from "#components/ui/status-pill";
import { TableCell, TableRow, TwoLines } from "#components/ui/table";
import type { Post } from "#lib/contract/types";
import { safeLink } from "../ui/safe-link.ts";
import type { PostAbilities } from "./abilities.ts";
import { channelWord, isEditable, isRetryable, titleOf, whenWords } from "./post-words.ts";

type PostRowProps = {
  post: Post;
  zone: string;
  now: Date;
  abilities: PostAbilities;
  selected: boolean;
  onSelect: (selected: boolean) => void;
  onRetry: () => void;
};

/** One post of the list. */
export function PostRow({ post, zone, now, abilities, selected, onSelect, onRetry }: PostRowProps) {
  const title = titleOf(post);
  const when = whenWords(post, zone, now);
  return (
    <TableRow washed={selected}>
      {abilities.remove ? (
        <TableCell place="box">
          <Checkbox
            aria-label={`Select “${title}”`}
            checked={selected}
            onChange={(event) => onSelect(event.target.checked)}
          />
        </TableCell>
      ) : null}
      <TableCell place="main" className="sm:w-full sm:max-w-0">
        <span className="flex items-baseline gap-2.5">
          <IntentLink
            href={`/posts/${encodeURIComponent(post.id)}`}
            className="min-w-0 truncate font-medium hover:underline pointer-coarse:py-2.5"
          >
            {title}
          </IntentLink>
          {post.posts.length > 1 ? (
            <span className="shrink-0 text-13 text-ink-3 max-sm:hidden">{post.posts.length} parts</span>
          ) : null}
        </span>
      </TableCell>
      <TableCell>
        <PlatformMark platform={post.channel ?? "?"} label={channelWord(post)} />
      </TableCell>
      <TableCell place="end">
        <StatusPill status={post.status} />
      </TableCell>
      <TableCell className="whitespace-nowrap">
        <TwoLines
          first={when.iso ? <time dateTime={when.iso}>{when.at}</time> : (when.at ?? "—")}
          second={
            <span
              title={when.tone === "failed" ? (post.error ?? undefined) : undefined}
              className={when.tone === "failed" ? "block max-w-[40ch] truncate text-failed" : undefined}
            >
              {when.note}
            </span>
          }
        />
      </TableCell>
      <TableCell place="wide" align="end">
        <Claim post={post} />
      </TableCell>
      <TableCell place="end" align="end">
        <RowStep post={post} title={title} abilities={abilities} onRetry={onRetry} />
      </TableCell>
    </TableRow>
  );
}

/** Points in gold once approved, plain while they are only asked for. */
function Claim({ post }: { post: Post }) {
  const claim = post.claim;
  if (claim?.status === "approved") return <PointsChip points={claim.points} />;
  if (claim?.status === "lapsed" || claim?.status === "rejected") return <span className="text-ink-3">—</span>;
  const points = claim?.points ?? post.points;
  return points === undefined ? <span className="text-ink-3">—</span> : <PointsChip points={points} waiting />;
}

/** The one thing most wanted of a post in this state. */
function RowStep({
  post,
  title,
  abilities,
  onRetry,
}: Pick<PostRowProps, "post" | "abilities" | "onRetry"> & { title: string }) {
  const square = buttonClass("quiet", "medium", true);
  const [url] = post.published_urls;
  const link = url ? safeLink(url) : null;
  if (post.status === "published" && link) {
    const label = `Open “${title}” on ${channelWord(post)} in a new tab`;
    return (
      <a href={link} target="_blank" rel="noreferrer" aria-label={label} title={label} className={square}>
        <ExternalLink className="size-4" />
      </a>
    );
  }
  if (abilities.change && isEditable(post)) {
    const label = `Edit “${title}”`;
    return (
      <IntentLink
        href={`/compose?post=${encodeURIComponent(post.id)}`}
        aria-label={label}
        title={label}
        className={square}
      >
        <PenLine className="size-4" />
      </IntentLink>
    );
  }
  if (abilities.retry && isRetryable(post)) {
    return (
      <IconButton label={`Retry “${title}”`} onClick={onRetry}>
        <RefreshCw className="size-4" />
      </IconButton>
    );
  }
  return null;
}

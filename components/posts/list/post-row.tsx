import { ExternalLink, PenLine, RefreshCw, Undo2 } from "lucide-react";
import type { KeyboardEvent, Ref } from "react";
import type { PostAbilities } from "#components/posts/post-abilities.ts";
import type { PostCellContext, PostColumn } from "#components/posts/post-columns.tsx";
import { getPlatformLabel, getPostTitle, isEditable, isRetryable } from "#components/posts/post-labels.ts";
import { IconButton } from "#components/ui/controls/button.tsx";
import { buttonClass } from "#components/ui/controls/button-class.tsx";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { TableCell, TableRow } from "#components/ui/layout/table.tsx";
import { toSafeHref } from "#components/ui/safe-href.ts";
import type { Post } from "#lib/contract/types.ts";

export type PostRowActions = {
  /** `far`: from the row chosen last up to this one. */
  onSelect: (post: Post, isSelected: boolean, far: boolean) => void;
  onStep: (post: Post, step: "retry" | "restore") => void;
};

export type PostRowProps = PostRowActions & {
  post: Post;
  columns: readonly PostColumn[];
  context: PostCellContext;
  abilities: PostAbilities;
  selected: boolean;
  /** Its place in the page, where rows are drawn as they come into view. */
  index?: number;
  ref?: Ref<HTMLTableRowElement>;
};

/** One post of the list. Its link is the row's place for the keys: j and k move between the links, Space selects. */
export function PostRow(props: PostRowProps) {
  const { post, columns, context, abilities, selected, index, ref, onSelect, onStep } = props;
  const title = getPostTitle(post);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== " " || !abilities.remove) return;
    event.preventDefault();
    onSelect(post, !selected, event.shiftKey);
  }

  return (
    <TableRow washed={selected} rowIndex={index === undefined ? undefined : index + 2} data-index={index} ref={ref}>
      {abilities.remove ? (
        <TableCell place="box">
          <Checkbox
            aria-label={`Select “${title}”`}
            checked={selected}
            // The change tells whether Shift is held; a press with Space tells it too.
            onChange={(event) =>
              onSelect(
                post,
                event.target.checked,
                event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey,
              )
            }
          />
        </TableCell>
      ) : null}
      <TableCell place="main" className="sm:w-full sm:min-w-40 sm:max-w-0 lg:min-w-56">
        <span className="flex items-baseline gap-2.5">
          <RowTitle post={post} title={title} onKeyDown={onKeyDown} />
          {post.posts.length > 1 ? (
            <span className="shrink-0 text-13 text-ink-3 max-sm:hidden">{post.posts.length} parts</span>
          ) : null}
        </span>
      </TableCell>
      {columns.map((column) => (
        <TableCell key={column.name} place={column.place} align={column.align ?? "start"}>
          {column.cell(post, context)}
        </TableCell>
      ))}
      <TableCell place="end" align="end">
        <RowAction post={post} title={title} abilities={abilities} onStep={(step) => onStep(post, step)} />
      </TableCell>
    </TableRow>
  );
}

/** The way to the post's page, and the row's place for the keys. That of a deleted post leads nowhere: its page is gone. */
function RowTitle({
  post,
  title,
  onKeyDown,
}: {
  post: Post;
  title: string;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  const line = { "data-line": post.id, onKeyDown };
  if (post.deleted_at) {
    return (
      <a {...line} role="link" aria-disabled="true" tabIndex={-1} className={`${titleClass} text-ink-2`}>
        {title}
      </a>
    );
  }
  return (
    <PrefetchLink {...line} href={`/posts/${encodeURIComponent(post.id)}`} className={`${titleClass} hover:underline`}>
      {title}
    </PrefetchLink>
  );
}

/** One line, which on a phone is as high as a thumb needs it. */
const titleClass = "min-w-0 truncate font-medium max-sm:py-1";

type RowActionProps = {
  post: Post;
  title: string;
  abilities: PostAbilities;
  onStep: (step: "retry" | "restore") => void;
};

/** The one thing most wanted of a post in this state. */
function RowAction({ post, title, abilities, onStep }: RowActionProps) {
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
  if (abilities.change && isEditable(post)) {
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

import { type KeyboardEvent, type Ref, Suspense } from "react";
import { UnappliedChanges } from "#components/post-actions/unapplied-changes.tsx";
import type { ListedPost } from "#components/posts/listed-post.ts";
import type { OwnPostAbilities, PostAbilities } from "#components/posts/post-abilities.ts";
import type { PostCellContext, PostColumnDefinition } from "#components/posts/post-columns.tsx";
import { SubmissionMenu } from "#components/posts/submission/submission-menu.tsx";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { TableCell, TableRow } from "#components/ui/layout/table.tsx";
import type { Post } from "#lib/contract/types.ts";
import { getUnreadableFields } from "#lib/contract/unreadable-fields.ts";
import { getPostTitle } from "#lib/text/post-title.ts";

// The action comes after the text of its row.
const RowAction = lazyComponent(() => import("./row-action.tsx").then((file) => file.RowAction));

export type PostRowActions = {
  /** `far`: select the range from the last pressed row to this one. */
  onSelect: (post: Post, isSelected: boolean, extend: boolean) => void;
  onStep: (post: Post, step: "retry" | "restore") => void;
};

export type PostRowProps = PostRowActions & {
  post: ListedPost;
  columns: readonly PostColumnDefinition[];
  context: PostCellContext;
  abilities: PostAbilities;
  own: OwnPostAbilities | null;
  selected: boolean;
  /** The row's index in the page, for a list that renders only visible rows. */
  index?: number;
  ref?: Ref<HTMLTableRowElement>;
};

/** Shows one post of the list. Its link is the row's focus target: j and k move between links, Space selects. */
export function PostRow(props: PostRowProps) {
  const { post, columns, context, abilities, own, selected, index, ref, onSelect, onStep } = props;
  const offered = own !== null && post.member?.id === own.memberId ? own.abilities : abilities;
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
            // The change event reports whether Shift is held, also for a press of Space.
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
          {getUnreadableFields(post).length > 0 ? (
            <span className="shrink-0 text-13 text-ink-3">Partly unreadable</span>
          ) : null}
          {post.posts.length > 1 ? (
            <span className="shrink-0 text-13 text-ink-3 max-lg:hidden">{post.posts.length} parts</span>
          ) : null}
        </span>
        {columns.some(({ name }) => name === "author") && post.member ? (
          // A tablet has no space for the column.
          <span className="hidden truncate text-13 text-ink-3 sm:max-lg:block">{post.member.name}</span>
        ) : null}
        <UnappliedChanges postIds={[post.id]} className="block text-13" />
      </TableCell>
      {columns.map((column) => (
        <TableCell
          key={column.name}
          place={column.place}
          align={column.align ?? "start"}
          className={column.isLeftOut ? "sm:max-lg:hidden" : ""}
        >
          {column.cell(post, context)}
        </TableCell>
      ))}
      <TableCell place="end" align="end">
        {post.channels ? (
          <SubmissionMenu posts={post.channels} title={title} accounts={context.accounts} abilities={offered} />
        ) : (
          <Suspense>
            <RowAction post={post} title={title} abilities={offered} onStep={(step) => onStep(post, step)} />
          </Suspense>
        )}
      </TableCell>
    </TableRow>
  );
}

/** The link to the post's page and the row's focus target. A deleted post has no link: it has no page. */
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

/** One line, on a phone as high as a thumb needs; two on a tablet, whose column is narrow. */
const titleClass = "min-w-0 truncate font-medium max-sm:py-1 sm:max-lg:line-clamp-2 sm:max-lg:text-wrap";

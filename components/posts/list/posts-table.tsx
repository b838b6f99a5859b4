"use client";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import type { ListedPost } from "#components/posts/listed-post.ts";
import type { OwnPostAbilities, PostAbilities } from "#components/posts/post-abilities.ts";
import type { PostCellContext, PostColumnDefinition } from "#components/posts/post-columns.tsx";
import { getPostsPath, type PostDateField, type PostsView } from "#components/posts/posts-view.ts";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { Table, TableBody, TableHead, TableHeadCell } from "#components/ui/layout/table.tsx";
import { PostRow, type PostRowActions } from "./post-row.tsx";
import type { PostListSelection } from "./post-selection.ts";

export type PostsTableProps = PostRowActions & {
  posts: readonly ListedPost[];
  columns: readonly PostColumnDefinition[];
  context: PostCellContext;
  abilities: PostAbilities;
  /** Null where the whole list has the same actions. */
  own: OwnPostAbilities | null;
  view: PostsView;
  dense: boolean;
  selection: PostListSelection;
  onSelectPage: (isSelected: boolean) => void;
};

/** Renders every row of one page of the list. */
export function PostsTable(props: PostsTableProps) {
  const { posts, columns, context, abilities, own, selection, onSelect, onStep } = props;
  return (
    <PostsTableFrame {...props}>
      <TableBody>
        {posts.map((post) => (
          <PostRow
            key={post.id}
            post={post}
            columns={columns}
            context={context}
            abilities={abilities}
            own={own}
            selected={selection.ids.has(post.id)}
            onSelect={onSelect}
            onStep={onStep}
          />
        ))}
      </TableBody>
    </PostsTableFrame>
  );
}

type PostsTableFrameProps = Omit<PostsTableProps, "context" | "own" | keyof PostRowActions> & {
  rowCount?: number;
  children: ReactNode;
};

/** The table without its rows: the checkbox that selects the page, and the headings, some of which sort the list. */
export function PostsTableFrame(props: PostsTableFrameProps) {
  const { posts, columns, abilities, view, dense, selection, onSelectPage, rowCount, children } = props;
  const isPageSelected = posts.every((post) => selection.ids.has(post.id));
  return (
    <Table
      label="Posts"
      dense={dense}
      rowCount={rowCount}
      // Beside the author a tablet has no space for the points.
      className={
        view.member === null || view.columns
          ? "mt-2.5"
          : "mt-2.5 max-lg:[&_td:nth-last-child(2)]:hidden max-lg:[&_th:nth-last-child(2)]:hidden"
      }
    >
      <TableHead>
        {abilities.remove ? (
          <TableHeadCell className="w-10 pr-0">
            <Checkbox
              aria-label="Select all on this page"
              checked={isPageSelected}
              ref={(box) => {
                if (box) box.indeterminate = selection.ids.size > 0 && !isPageSelected;
              }}
              onChange={(event) => onSelectPage(event.target.checked)}
            />
          </TableHeadCell>
        ) : null}
        <TableHeadCell>Post</TableHeadCell>
        {columns.map((column) => (
          <ColumnHeading key={column.name} column={column} view={view} canSort={abilities.filter} />
        ))}
        <TableHeadCell>
          <span className="sr-only">Next step</span>
        </TableHeadCell>
      </TableHead>
      {children}
    </Table>
  );
}

/** A column's heading; for a time it is the link that sorts the list by it and reverses the order. */
function ColumnHeading({ column, view, canSort }: { column: PostColumnDefinition; view: PostsView; canSort: boolean }) {
  const { head, align = "start" } = column;
  // "When" is one kind of time on these tabs alone.
  const isPlain = view.status === "scheduled" || view.status === "published";
  const sort = column.sort ?? (column.name === "when" && isPlain ? (view.status as PostDateField) : undefined);
  if (!sort || !canSort) {
    return (
      <TableHeadCell
        align={align}
        className={column.isLeftOut ? "whitespace-nowrap sm:max-lg:hidden" : "whitespace-nowrap"}
      >
        {head}
      </TableHeadCell>
    );
  }
  const isSorted = view.sort === sort;
  const order = isSorted && view.order === "desc" ? "asc" : "desc";
  const Icon = view.order === "desc" ? ArrowDown : ArrowUp;
  return (
    <TableHeadCell
      align={align}
      sort={isSorted ? (view.order === "desc" ? "descending" : "ascending") : undefined}
      className="whitespace-nowrap"
    >
      <PrefetchLink
        href={getPostsPath({ ...view, sort, order, page: 1 })}
        scroll={false}
        className="inline-flex items-center gap-1 hover:text-ink"
      >
        {head}
        {isSorted ? <Icon className="size-3" /> : null}
      </PrefetchLink>
    </TableHeadCell>
  );
}

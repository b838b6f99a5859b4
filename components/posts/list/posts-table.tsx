"use client";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { IntentLink } from "#components/ui/controls/prefetch-link.tsx";
import { HeadCell, Table, TableBody, TableHead } from "#components/ui/layout/table.tsx";
import type { Post } from "#lib/contract/types.ts";
import type { PostAbilities } from "#components/posts/post-abilities.ts";
import type { PostColumn, RowContext } from "#components/posts/post-columns.tsx";
import { addressOf, type PostView } from "#components/posts/posts-view.ts";
import { PostRow, type RowActs } from "./post-row.tsx";
import type { Selection } from "./post-selection.ts";

export type PostsTableProps = RowActs & {
  posts: readonly Post[];
  columns: readonly PostColumn[];
  context: RowContext;
  abilities: PostAbilities;
  view: PostView;
  dense: boolean;
  selection: Selection;
  onSelectPage: (isSelected: boolean) => void;
};

/** A page of the list, every row of it. */
export function PostsTable(props: PostsTableProps) {
  const { posts, columns, context, abilities, selection, onSelect, onStep } = props;
  return (
    <TableFrame {...props}>
      <TableBody>
        {posts.map((post) => (
          <PostRow
            key={post.id}
            post={post}
            columns={columns}
            context={context}
            abilities={abilities}
            selected={selection.ids.has(post.id)}
            onSelect={onSelect}
            onStep={onStep}
          />
        ))}
      </TableBody>
    </TableFrame>
  );
}

type TableFrameProps = Omit<PostsTableProps, "context" | keyof RowActs> & { rowCount?: number; children: ReactNode };

/** The table around its rows: the box that selects the page, and the heads, some of which order the list. */
export function TableFrame(props: TableFrameProps) {
  const { posts, columns, abilities, view, dense, selection, onSelectPage, rowCount, children } = props;
  const isWhole = posts.every((post) => selection.ids.has(post.id));
  return (
    <Table label="Posts" dense={dense} rowCount={rowCount} className="mt-2.5">
      <TableHead>
        {abilities.remove ? (
          <HeadCell className="w-10 pr-0">
            <Checkbox
              aria-label="Select all on this page"
              checked={isWhole}
              ref={(box) => {
                if (box) box.indeterminate = selection.ids.size > 0 && !isWhole;
              }}
              onChange={(event) => onSelectPage(event.target.checked)}
            />
          </HeadCell>
        ) : null}
        <HeadCell>Post</HeadCell>
        {columns.map((column) => (
          <ColumnHead key={column.name} column={column} view={view} canSort={abilities.filter} />
        ))}
        <HeadCell>
          <span className="sr-only">Next step</span>
        </HeadCell>
      </TableHead>
      {children}
    </Table>
  );
}

/** A column's name; where it is a time, the link that orders the list by it, and turns the order round. */
function ColumnHead({ column, view, canSort }: { column: PostColumn; view: PostView; canSort: boolean }) {
  const { sort, head, align = "start" } = column;
  if (!sort || !canSort) {
    return (
      <HeadCell align={align} className="whitespace-nowrap">
        {head}
      </HeadCell>
    );
  }
  const isSorted = view.sort === sort;
  const order = isSorted && view.order === "desc" ? "asc" : "desc";
  const Icon = view.order === "desc" ? ArrowDown : ArrowUp;
  return (
    <HeadCell
      align={align}
      sort={isSorted ? (view.order === "desc" ? "descending" : "ascending") : undefined}
      className="whitespace-nowrap"
    >
      <IntentLink
        href={addressOf({ ...view, sort, order, page: 1 })}
        scroll={false}
        className="inline-flex items-center gap-1 hover:text-ink"
      >
        {head}
        {isSorted ? <Icon className="size-3" /> : null}
      </IntentLink>
    </HeadCell>
  );
}

"use client";
import {
  type ColumnVisibilityState,
  columnVisibilityFeature,
  createColumnHelper,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ListedPost } from "#components/posts/listed-post.ts";
import { getPostColumns } from "#components/posts/post-columns.tsx";
import { postColumnNames } from "#components/posts/posts-view.ts";
import { TableBody } from "#components/ui/layout/table.tsx";
import { PostRow } from "./post-row.tsx";
import { PostsTableFrame, type PostsTableProps } from "./posts-table.tsx";

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });
const column = createColumnHelper<typeof features, ListedPost>();
const everyColumn = getPostColumns(postColumnNames);
const tableColumns = column.columns(everyColumn.map(({ name, head }) => column.display({ id: name, header: head })));

/** Px of a row before it is measured, as in `ui/table`. */
const rowPx = { comfortable: 54, dense: 44 };
/** Rows rendered beyond the window, so that a quick scroll and the keys j and k find them. */
const overscan = 8;
/** The window size that the server assumes for a long page. */
const firstWindow = { width: 1280, height: 900 };

/** A long page of the list: only visible rows are in the document. */
export function VirtualPostsTable(props: PostsTableProps) {
  const { posts, columns, context, abilities, own, dense, selection, onSelect, onStep } = props;
  const data = useMemo(() => [...posts], [posts]);
  const columnVisibility = useMemo<ColumnVisibilityState>(
    () => Object.fromEntries(postColumnNames.map((name) => [name, columns.some((one) => one.name === name)])),
    [columns],
  );
  const rowSelection = useMemo<RowSelectionState>(
    () => Object.fromEntries([...selection.ids].map((id) => [id, true])),
    [selection.ids],
  );
  const table = useTable({
    features,
    columns: tableColumns,
    data,
    getRowId: (post) => post.id,
    state: { columnVisibility, rowSelection },
  });
  const { rows } = table.getRowModel();
  const visibleColumns = table
    .getVisibleLeafColumns()
    .flatMap(({ id }) => everyColumn.find(({ name }) => name === id) ?? []);

  const frame = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const measureTop = useCallback(
    () => setTop(frame.current ? frame.current.getBoundingClientRect().top + scrollY : 0),
    [],
  );
  // After each render: filters and messages come and go above the table.
  useEffect(measureTop);
  useEffect(() => {
    addEventListener("resize", measureTop);
    return () => removeEventListener("resize", measureTop);
  }, [measureTop]);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (dense ? rowPx.dense : rowPx.comfortable),
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan,
    scrollMargin: top,
    initialRect: firstWindow,
  });
  const items = virtual.getVirtualItems();
  const above = (items[0]?.start ?? top) - top;
  const below = virtual.getTotalSize() - ((items.at(-1)?.end ?? top) - top);

  return (
    <div ref={frame}>
      <PostsTableFrame {...props} rowCount={rows.length + 1}>
        <RowSpacer px={above} />
        <TableBody>
          {items.map(({ index }) => {
            const row = rows[index];
            return row ? (
              <PostRow
                key={row.id}
                ref={virtual.measureElement}
                index={index}
                post={row.original}
                columns={visibleColumns}
                context={context}
                abilities={abilities}
                own={own}
                selected={row.getIsSelected()}
                onSelect={onSelect}
                onStep={onStep}
              />
            ) : null;
          })}
        </TableBody>
        <RowSpacer px={below} />
      </PostsTableFrame>
    </div>
  );
}

/**
 * Takes the space of the rows that are not rendered. A script sets its height: the content policy refuses a style
 * attribute.
 */
function RowSpacer({ px }: { px: number }) {
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    if (body.current) body.current.style.height = `${px}px`;
  }, [px]);
  return <tbody ref={body} aria-hidden="true" className="block" />;
}

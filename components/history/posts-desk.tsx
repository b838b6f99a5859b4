"use client";
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from "react";
import { Checkbox } from "#components/ui/checkbox";
import { HeadCell, Table, TableBody, TableHead } from "#components/ui/table";
import type { Post } from "#lib/contract/types";
import { isMoving, type PostFilter, type PostPage, pageSize, postQueries, type StatusCounts } from "#lib/queries/posts";
import { useLive } from "#lib/queries/use-live";
import { useNow } from "../ui/use-now.ts";
import type { PostAbilities } from "./abilities.ts";
import { Pager } from "./pager.tsx";
import { PostRow } from "./post-row.tsx";
import { isRetryable } from "./post-words.ts";
import { StatusTabs } from "./status-tabs.tsx";
import { usePostChanges } from "./use-post-changes.ts";

// Each is loaded when it is first shown: most visits see a list in order and select nothing.
// Each stands within a boundary of its own: without it a late part would blank the whole page.
const ConfirmDelete = lazy(() => import("./confirm-delete.tsx").then((file) => ({ default: file.ConfirmDelete })));
const SelectionBar = lazy(() => import("./selection-bar.tsx").then((file) => ({ default: file.SelectionBar })));
const StaleNotice = lazy(() => import("./stale-notice.tsx").then((file) => ({ default: file.StaleNotice })));

type PostsDeskProps = {
  filter: PostFilter;
  first: PostPage;
  firstCounts: StatusCounts;
  zone: string;
  nowMs: number;
  abilities: PostAbilities;
  /** What stands in place of a list without posts. */
  empty: ReactNode;
};

/** The list of posts: first as the server read it, then kept current while something moves. */
export function PostsDesk({ filter, first, firstCounts, zone, nowMs, abilities, empty }: PostsDeskProps) {
  const now = useNow(nowMs);
  const readings = useMemo(() => ({ list: postQueries.list(filter), counts: postQueries.counts() }), [filter]);
  const { data: page, error } = useLive(readings.list, first, nowMs, ({ posts }) =>
    posts.some((post) => isMoving(post, Date.now())),
  );
  const { data: counts } = useLive(readings.counts, firstCounts, nowMs);
  const changes = usePostChanges();
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const [pending, setPending] = useState<"retry" | "remove" | null>(null);
  const [asking, setAsking] = useState(false);

  const selected = page.posts.filter((post) => selectedIds.has(post.id));
  const removable = selected.filter((post) => post.status !== "publishing");
  const retryable = abilities.retry ? selected.filter(isRetryable) : [];
  const clear = () => setSelectedIds(new Set());

  useEffect(() => {
    if (selectedIds.size === 0) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !document.querySelector("[data-dialog]")) setSelectedIds(new Set());
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [selectedIds]);

  function onSelect(post: Post, isSelected: boolean) {
    const next = new Set(selectedIds);
    if (isSelected) next.add(post.id);
    else next.delete(post.id);
    setSelectedIds(next);
  }

  async function run(what: "retry" | "remove", work: () => Promise<unknown>) {
    setPending(what);
    await work();
    setPending(null);
    setAsking(false);
    clear();
  }

  const onRemove = () => (abilities.restore ? run("remove", () => changes.remove(removable)) : setAsking(true));

  return (
    <>
      <StatusTabs status={filter.status} counts={counts} />
      {error ? (
        <Suspense>
          <StaleNotice error={error} className="mt-2.5" />
        </Suspense>
      ) : null}
      {page.posts.length === 0 ? (
        empty
      ) : (
        <Table label="Posts" className="mt-2.5">
          <TableHead>
            {abilities.remove ? (
              <HeadCell className="w-10 pr-0">
                <Checkbox
                  aria-label="Select all on this page"
                  checked={selected.length === page.posts.length}
                  ref={(box) => {
                    if (box) box.indeterminate = selected.length > 0 && selected.length < page.posts.length;
                  }}
                  onChange={(event) =>
                    setSelectedIds(new Set(event.target.checked ? page.posts.map((post) => post.id) : []))
                  }
                />
              </HeadCell>
            ) : null}
            <HeadCell>Post</HeadCell>
            <HeadCell>Channel</HeadCell>
            <HeadCell>Status</HeadCell>
            <HeadCell>When</HeadCell>
            <HeadCell align="end" className="max-sm:hidden">
              Claim
            </HeadCell>
            <HeadCell>
              <span className="sr-only">Next step</span>
            </HeadCell>
          </TableHead>
          <TableBody>
            {page.posts.map((post) => (
              <PostRow
                key={post.id}
                post={post}
                zone={zone}
                now={now}
                abilities={abilities}
                selected={selectedIds.has(post.id)}
                onSelect={(isSelected) => onSelect(post, isSelected)}
                onRetry={() => void changes.retry([post])}
              />
            ))}
          </TableBody>
        </Table>
      )}
      <Pager
        status={filter.status}
        page={filter.page}
        shown={page.posts.length}
        total={page.pagination.total}
        pageSize={pageSize}
      />
      {selected.length > 0 ? (
        <Suspense>
          <SelectionBar
            selected={selected.length}
            total={page.pagination.total}
            retryable={retryable.length}
            removable={removable.length}
            pending={pending}
            onRetry={() => void run("retry", () => changes.retry(retryable))}
            onRemove={() => void onRemove()}
            onClear={clear}
          />
        </Suspense>
      ) : null}
      {asking ? (
        <Suspense>
          <ConfirmDelete
            count={removable.length}
            published={removable.filter((post) => post.status === "published").length}
            pending={pending === "remove"}
            onConfirm={() => void run("remove", () => changes.remove(removable))}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

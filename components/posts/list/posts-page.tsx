"use client";
import { type ReactNode, Suspense, useMemo, useRef, useState } from "react";
import { later } from "#components/ui/layout/lazy-component.tsx";
import { stepFocus, useListKeys } from "#components/ui/keyboard/use-list-shortcuts.tsx";
import { usePageKeys } from "#components/ui/keyboard/use-shortcuts.tsx";
import type { Post } from "#lib/contract/types.ts";
import { isMoving, type PostPage, postQueries, type StatusCounts } from "#lib/queries/posts.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { useLive } from "#lib/realtime/use-live-query.ts";
import { useNow } from "#components/ui/use-now.ts";
import type { PostAbilities } from "#components/posts/post-abilities.ts";
import { columnsOf } from "#components/posts/post-columns.tsx";
import { countedText, type PostView, presetColumns, searchText } from "#components/posts/posts-view.ts";
import { Pager } from "#components/history/pager.tsx";
import { PostsTable } from "./posts-table.tsx";
import { choose, choosePage, extend, kept, nothing } from "./post-selection.ts";
import { StaleNotice } from "#components/posts/stale-banner.tsx";
import { StatusTabs } from "#components/history/status-tabs.tsx";
import { usePostChanges } from "#components/posts/use-post-actions.ts";

// Each is loaded when it is first shown: most visits see a short list in order and select nothing.
// Each stands within a boundary of its own: without it a late part would blank the whole page.
const LongTable = later(() => import("./virtual-posts-table.tsx").then((file) => file.LongTable));
const BulkBar = later(() => import("./bulk-action-bar.tsx").then((file) => file.BulkBar));

/** Longer pages draw only the rows in view, by a table engine that shorter ones do without. */
const longRows = 20;

type PostsDeskProps = {
  view: PostView;
  first: PostPage;
  firstCounts: StatusCounts;
  nowMs: number;
  abilities: PostAbilities;
  /** The names of accounts by channel id. */
  accounts: Readonly<Record<string, string>>;
  /** What stands between the tabs and the list: how it is cut. */
  head?: ReactNode;
  /** What stands in place of a list without posts. */
  empty: ReactNode;
};

/** The list of posts: first as the server read it, then kept current while something moves. */
export function PostsDesk({ view, first, firstCounts, nowMs, abilities, accounts, head, empty }: PostsDeskProps) {
  const now = useNow(nowMs);
  const { zone, clock, density } = usePreferences();
  const list = searchText({ ...view, columns: null, density: null });
  const counted = countedText(view);
  const readings = useMemo(
    () => ({ list: postQueries.list(list), counts: postQueries.counts(counted) }),
    [list, counted],
  );
  const { data: page, error } = useLive(readings.list, first, nowMs, ({ posts }) =>
    posts.some((post) => isMoving(post, Date.now())),
  );
  const { data: counts } = useLive(readings.counts, firstCounts, nowMs);
  const changes = usePostChanges();
  const [chosen, setChosen] = useState(nothing);
  const table = useRef<HTMLDivElement>(null);

  const { posts } = page;
  const order = posts.map((post) => post.id);
  const selection = kept(chosen, order);
  const { total, total_is_lower_bound: isMore = false } = page.pagination;
  const deletedTab = view.deleted ? { count: total, atLeast: isMore } : {};
  const columns = useMemo(
    () => columnsOf(view.columns ?? [...presetColumns, ...(view.member === null ? [] : (["author"] as const))]),
    [view.columns, view.member],
  );

  function onSelect(post: Post, isSelected: boolean, far: boolean) {
    setChosen(far ? extend(selection, post.id, isSelected, order) : choose(selection, post.id, isSelected));
  }

  const isSelecting = selection.ids.size > 0;
  const step = (by: 1 | -1) => {
    stepFocus(table.current, "[data-line]", by);
    // A long page draws the next rows now, not with a frame: where frames come slowly the keys after would find none.
    if (posts.length > longRows) dispatchEvent(new Event("scroll"));
  };
  useListKeys({ title: "Posts", line: "post", step, isOn: posts.length > 0 });
  usePageKeys("Posts", [
    { keys: "enter", label: "Open the post" },
    ...(abilities.remove ? [{ keys: "x", label: "Select the post", run: () => toggleFocused(false) }] : []),
    ...(abilities.remove ? [{ keys: "shift+x", label: "Select up to the post", run: () => toggleFocused(true) }] : []),
    ...(isSelecting ? [{ keys: "esc", label: "Select nothing", run: () => setChosen(nothing) }] : []),
  ]);

  function toggleFocused(far: boolean) {
    const row = document.activeElement?.closest("tr")?.querySelector<HTMLElement>("[data-line]");
    const post = posts.find((one) => one.id === row?.dataset["line"]);
    if (!post) return false;
    onSelect(post, far || !selection.ids.has(post.id), far);
    return undefined;
  }

  const shown = {
    posts,
    columns,
    context: { times: { zone, clock }, now, accounts },
    abilities,
    view,
    dense: (view.density ?? density) === "dense",
    selection,
    onSelect,
    onStep: (post: Post, step: "retry" | "restore") => void changes[step]([post]),
    onSelectPage: (isSelected: boolean) => setChosen(choosePage(order, isSelected)),
  };

  return (
    <div ref={table}>
      <StatusTabs view={view} counts={counts} deleted={abilities.restore && abilities.filter ? deletedTab : null} />
      {head}
      {error ? <StaleNotice error={error} className="mt-2.5" /> : null}
      {posts.length === 0 ? (
        empty
      ) : posts.length > longRows ? (
        <Suspense>
          <LongTable {...shown} />
        </Suspense>
      ) : (
        <PostsTable {...shown} />
      )}
      <Pager view={view} shown={posts.length} total={total} isMore={isMore} />
      {isSelecting ? (
        <Suspense>
          <BulkBar
            view={view}
            selection={selection}
            posts={posts}
            counts={counts}
            total={total}
            isMore={isMore}
            abilities={abilities}
            onSelection={setChosen}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

"use client";
import { type ReactNode, Suspense, useMemo, useRef } from "react";
import { usePostActionRunner } from "#components/post-actions/use-post-action-runner.tsx";
import { toListedPosts } from "#components/posts/listed-post.ts";
import type { OwnPostAbilities, PostAbilities } from "#components/posts/post-abilities.ts";
import { getPostColumns } from "#components/posts/post-columns.tsx";
import {
  defaultPostColumns,
  getPostsPath,
  type PostsView,
  serializeCountFilters,
  serializePostsView,
  withStatus,
} from "#components/posts/posts-view.ts";
import { LinkTabs } from "#components/ui/controls/link-tabs.tsx";
import { StaleBanner } from "#components/ui/feedback/stale-banner.tsx";
import { moveFocusInList, useListShortcuts } from "#components/ui/keyboard/use-list-shortcuts.tsx";
import { useShortcuts } from "#components/ui/keyboard/use-shortcuts.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { useKeyedState } from "#components/ui/use-keyed-state.ts";
import { useNow } from "#components/ui/use-now.ts";
import { type FilterStatus, filterStatuses } from "#lib/contract/resources/filter-statuses.ts";
import type { Post } from "#lib/contract/types.ts";
import { hasPostInProgress, type PostCountsByStatus, type PostPage, postQueries } from "#lib/queries/posts/posts.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { useLiveQuery } from "#lib/realtime/use-live-query.ts";
import { emptySelection, pruneSelection, selectPage, selectPost, selectPostRange } from "./post-selection.ts";
import { PostsTable } from "./posts-table.tsx";

/** Returns the label of a status tab; a table of six words would weigh more. */
const getStatusTabLabel = (status: FilterStatus) =>
  status === "draft" ? "Drafts" : `${status.charAt(0).toUpperCase()}${status.slice(1)}`;

type StatusTabsProps = {
  view: PostsView;
  counts: PostCountsByStatus;
  /** True if the drafts have a page, which lists unfinished texts too: a second number here would differ from it. */
  areDraftsElsewhere: boolean;
  /**
   * Number of matching deleted posts, known only while the page shows them. Null when the service can't restore posts.
   */
  deleted: { count?: number; atLeast?: boolean } | null;
};

/** Statuses as views of the list, each with its exact count. Only "Failed" is highlighted: it needs attention. */
function StatusTabs({ view, counts, areDraftsElsewhere, deleted }: StatusTabsProps) {
  const countOf = (name: string) => {
    const count = counts.of[name];
    return count === null || count === undefined ? {} : { count, atLeast: counts.atLeast.includes(name) };
  };
  const to = (status: PostsView["status"]) => getPostsPath(withStatus(view, status));
  const isShown = (name: FilterStatus) =>
    // Rare, and part of "Failed": shown while there are some.
    name === "unconfirmed" ? counts.of[name] : name !== "draft" || !areDraftsElsewhere;
  return (
    <LinkTabs
      label="Posts by status"
      tabs={[
        { href: to(null), label: "All", current: view.status === null && !view.deleted, ...countOf("all") },
        ...filterStatuses
          .filter((name) => view.status === name || isShown(name))
          .map((name) => ({
            href: to(name),
            label: getStatusTabLabel(name),
            current: view.status === name,
            ...countOf(name),
            ...(name === "failed" && { tone: "failed" as const }),
          })),
        ...(deleted
          ? [
              {
                href: getPostsPath({ ...withStatus(view, null), deleted: true }),
                label: "Recently deleted",
                current: view.deleted,
                ...deleted,
              },
            ]
          : []),
      ]}
    />
  );
}

// Loaded when first shown: most visits see a short list in order and select nothing. Each has its own Suspense
// boundary: otherwise a late chunk would blank the whole page.
const VirtualPostsTable = lazyComponent(() =>
  import("./virtual-posts-table.tsx").then((file) => file.VirtualPostsTable),
);
const UnreadablePostsNote = lazyComponent(() =>
  import("./unreadable-posts-note.tsx").then((file) => file.UnreadablePostsNote),
);
const PostsPager = lazyComponent(() => import("./posts-pager.tsx").then((file) => file.PostsPager));
const BulkActionBar = lazyComponent(() => import("./bulk-action-bar.tsx").then((file) => file.BulkActionBar));

/** Number of rows above which a page renders only visible rows, with a table engine that shorter pages do without. */
const longRows = 20;

type PostsPageProps = {
  view: PostsView;
  first: PostPage;
  /** Null if the service had not counted when the page was sent: then they are read here. */
  firstCounts: PostCountsByStatus | null;
  nowMs: number;
  abilities: PostAbilities;
  /** Null where the whole list has the same actions. */
  own: OwnPostAbilities | null;
  /** Account names by channel id. */
  accounts: Readonly<Record<string, string>>;
  /** Addresses of the accounts' pictures by channel id. */
  pictures: Readonly<Record<string, string>>;
  /** The active filters, between the tabs and the list. */
  head?: ReactNode;
  /** Replaces a list without posts. */
  empty: ReactNode;
};

/** The list of posts: the server's first snapshot, then kept up to date while posts change. */
export function PostsPage({
  view,
  first,
  firstCounts,
  nowMs,
  abilities,
  own,
  accounts,
  pictures,
  head,
  empty,
}: PostsPageProps) {
  const now = useNow(nowMs);
  const { zone, clock, density } = usePreferences();
  const list = serializePostsView({ ...view, columns: null, density: null });
  const countFilters = serializeCountFilters(view);
  const queries = useMemo(
    () => ({ list: postQueries.list(list, "submissions"), counts: postQueries.counts(countFilters) }),
    [list, countFilters],
  );
  const { data: page, error } = useLiveQuery(queries.list, first, nowMs, ({ posts }) => hasPostInProgress(posts));
  // An object of its own for each filter, else the former filter's numbers would stand on the new tabs for a moment.
  const [noCounts] = useKeyedState<PostCountsByStatus>(countFilters, () => ({ of: {}, atLeast: [] }));
  const { data: counts } = useLiveQuery(queries.counts, firstCounts ?? noCounts, firstCounts ? nowMs : 0);
  const { change } = usePostActionRunner();
  const [storedSelection, setSelection] = useKeyedState(list, () => emptySelection);
  const table = useRef<HTMLDivElement>(null);

  const posts = useMemo(() => toListedPosts(page, view.status), [page, view.status]);
  const order = posts.map((post) => post.id);
  const selection = pruneSelection(storedSelection, order);
  const { total, total_is_lower_bound: isLowerBound = false } = page.pagination;
  const deletedTab = view.deleted ? { count: total, atLeast: isLowerBound } : {};
  // Another service tells no claims.
  const hasClaims = posts.length === 0 || posts.some((post) => post.claim !== undefined || post.points !== undefined);
  const columns = useMemo(() => {
    const names = view.columns ?? [...defaultPostColumns, ...(view.member === null ? [] : (["author"] as const))];
    return getPostColumns(names.filter((name) => name !== "claim" || hasClaims));
  }, [view.columns, view.member, hasClaims]);

  function onSelect(post: Post, isSelected: boolean, extend: boolean) {
    setSelection(
      extend ? selectPostRange(selection, post.id, isSelected, order) : selectPost(selection, post.id, isSelected),
    );
  }

  const isSelecting = selection.ids.size > 0;
  const step = (by: 1 | -1) => {
    moveFocusInList(table.current, "[data-line]", by);
    // A long page must render the next rows now and not in a later frame: with slow frames the following keys would
    // find no row.
    if (posts.length > longRows) dispatchEvent(new Event("scroll"));
  };
  useListShortcuts({ title: "Posts", line: "post", step, isOn: posts.length > 0 });
  useShortcuts("Posts", [
    { keys: "enter", label: "Open the post" },
    ...(abilities.remove ? [{ keys: "x", label: "Select the post", run: () => toggleFocused(false) }] : []),
    ...(abilities.remove ? [{ keys: "shift+x", label: "Select up to the post", run: () => toggleFocused(true) }] : []),
    ...(isSelecting ? [{ keys: "esc", label: "Select nothing", run: () => setSelection(emptySelection) }] : []),
  ]);

  function toggleFocused(extend: boolean) {
    const row = document.activeElement?.closest("tr")?.querySelector<HTMLElement>("[data-line]");
    const post = posts.find((one) => one.id === row?.dataset["line"]);
    if (!post) return false;
    onSelect(post, extend || !selection.ids.has(post.id), extend);
    return undefined;
  }

  const tableProps = {
    posts,
    columns,
    context: { times: { zone, clock }, now, accounts, pictures },
    abilities,
    own,
    view,
    dense: (view.density ?? density) === "dense",
    selection,
    onSelect,
    onStep: async (post: Post, step: "retry" | "restore") => {
      const { getRetryContent } = await import("#components/posts/retry-content.ts");
      await change(step, { posts: [{ id: post.id, version: post.version }] }, { content: getRetryContent(post) });
    },
    onSelectPage: (isSelected: boolean) => setSelection(selectPage(order, isSelected)),
  };

  return (
    <div ref={table}>
      <StatusTabs
        view={view}
        counts={counts}
        areDraftsElsewhere={abilities.drafts}
        deleted={abilities.restore && abilities.filter ? deletedTab : null}
      />
      {head}
      {error ? <StaleBanner reason={toReadFailure(error).message} className="mt-2.5" /> : null}
      {posts.length === 0 ? (
        empty
      ) : posts.length > longRows ? (
        <Suspense>
          <VirtualPostsTable {...tableProps} />
        </Suspense>
      ) : (
        <PostsTable {...tableProps} />
      )}
      {page.omitted ? (
        <Suspense>
          <UnreadablePostsNote count={page.omitted} />
        </Suspense>
      ) : null}
      {total > view.size || view.page > 1 ? (
        <Suspense>
          <PostsPager view={view} visibleCount={posts.length} total={total} isLowerBound={isLowerBound} />
        </Suspense>
      ) : null}
      {isSelecting ? (
        <Suspense>
          <BulkActionBar
            view={view}
            selection={selection}
            posts={posts}
            total={total}
            isLowerBound={isLowerBound}
            abilities={abilities}
            onSelection={setSelection}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

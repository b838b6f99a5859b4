"use client";
import { Ban, CalendarClock, EyeOff, PenLine, RefreshCw, Trash2, Undo2 } from "lucide-react";
import { type ComponentType, Suspense, useMemo, useState } from "react";
import { formatPostCount, getDeletionLabel } from "#components/post-actions/action-messages.ts";
import { askTakeDown } from "#components/post-actions/take-down-prompt.ts";
import { usePostActionRunner } from "#components/post-actions/use-post-action-runner.tsx";
import type { ListedPost } from "#components/posts/listed-post.ts";
import type { PostAbilities } from "#components/posts/post-abilities.ts";
import { isLive } from "#components/posts/post-next-steps.ts";
import { type PostsView, serializeCountFilters } from "#components/posts/posts-view.ts";
import { toPostFilter } from "#components/posts/posts-view-query.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { formatNumber } from "#components/ui/format-number.ts";
import { ActionBar } from "#components/ui/layout/action-bar.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { type PostCountsByStatus, postQueries } from "#lib/queries/posts/posts.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { useLiveQuery } from "#lib/realtime/use-live-query.ts";
import {
  type BulkActionOffer,
  type BulkPostAction,
  getBulkActions,
  getBulkActionsForAll,
  getBulkLimitMessage,
  getOfferPosts,
} from "./bulk-actions.ts";
import { emptySelection, type PostListSelection, selectAllMatching } from "./post-selection.ts";

const DeletePostsDialog = lazyComponent(() =>
  import("#components/posts/delete-posts-dialog.tsx").then((file) => file.DeletePostsDialog),
);
const RescheduleDialog = lazyComponent(() => import("./reschedule-dialog.tsx").then((file) => file.RescheduleDialog));

const actionAppearance: Record<BulkPostAction, { label: string; icon: ComponentType<{ className?: string }> }> = {
  retry: { label: "Retry", icon: RefreshCw },
  cancel: { label: "Cancel", icon: Ban },
  schedule: { label: "Reschedule", icon: CalendarClock },
  draft: { label: "To drafts", icon: PenLine },
  restore: { label: "Restore", icon: Undo2 },
  delete: { label: "Delete", icon: Trash2 },
};

const noCounts: PostCountsByStatus = { of: {}, atLeast: [] };

type BulkActionBarProps = {
  view: PostsView;
  selection: PostListSelection;
  posts: readonly ListedPost[];
  total: number;
  /** True when there are more posts than `total`. */
  isLowerBound: boolean;
  abilities: PostAbilities;
  onSelection: (selection: PostListSelection) => void;
};

/** Shows the actions on the selected posts; floats above the list's end while posts are selected. */
export function BulkActionBar({
  view,
  selection,
  posts,
  total,
  isLowerBound,
  abilities,
  onSelection,
}: BulkActionBarProps) {
  const { zone } = usePreferences();
  const { change } = usePostActionRunner();
  const [pending, setPending] = useState<BulkPostAction | null>(null);
  const [confirmation, setConfirmation] = useState<BulkActionOffer | null>(null);

  const rows = posts.filter((post) => selection.ids.has(post.id));
  const selectedPosts = rows.flatMap((row) => row.channels ?? [row]);
  // The tabs count submissions; a change of all that match is one of posts.
  const filters = serializeCountFilters(view);
  const query = useMemo(() => postQueries.counts(filters, "counts"), [filters]);
  const { data: counts } = useLiveQuery(query, noCounts, 0);
  const offers = selection.all
    ? getBulkActionsForAll(toPostFilter(view, zone, new Date()), counts.of, total, abilities)
    : getBulkActions(selectedPosts, abilities);
  const live =
    selection.all || !abilities.takeDown
      ? []
      : selectedPosts.filter((post) => isLive(post) && !post.deleted_at && post.member !== null);
  const totalLabel = `${formatNumber(total)}${isLowerBound ? "+" : ""}`;
  const publishingCount = selection.all ? 0 : selectedPosts.filter((post) => post.status === "publishing").length;
  const limit = selection.all ? getBulkLimitMessage(Math.max(...offers.map((offer) => offer.count), 0)) : null;
  const isWholePage = !selection.all && rows.length === posts.length && total > posts.length && abilities.bulk;

  async function run(offer: BulkActionOffer, start?: string) {
    setPending(offer.action);
    const { target, options } = withStartTime(offer, start);
    const { failure, changed } = await change(offer.action, target, options);
    setPending(null);
    setConfirmation(null);
    // Posts that no request reached stay selected, so that the person can try again.
    if (!failure || changed.length > 0) onSelection(emptySelection);
  }

  function onPress(offer: BulkActionOffer) {
    const needsConfirmation = offer.action === "schedule" || (offer.action === "delete" && !abilities.restore);
    if (needsConfirmation) setConfirmation(offer);
    else void run(offer);
  }

  return (
    <ActionBar label="Selected posts" floating className="max-sm:justify-end">
      <div className="mr-auto px-2.5 text-14 max-sm:w-full">
        <p role="status">
          <strong className="font-semibold">
            {selection.all ? `All ${totalLabel} selected` : `${rows.length} selected`}
          </strong>{" "}
          {selection.all ? null : <span className="text-13 text-ink-3">of {totalLabel}</span>}
        </p>
        {isWholePage ? (
          <button
            type="button"
            className="text-13 font-medium text-accent hover:underline pointer-coarse:min-h-11"
            onClick={() => onSelection(selectAllMatching(posts.map((post) => post.id)))}
          >
            Select all {totalLabel} matching
          </button>
        ) : null}
        {publishingCount > 0 ? (
          <p className="text-13 text-publishing">{publishingCount} publishing: can't be changed now</p>
        ) : null}
        {limit ? <p className="max-w-[40ch] text-13 text-publishing">{limit}</p> : null}
        {pending && selection.all ? <p className="text-13 text-ink-3">In progress. You can leave this page.</p> : null}
      </div>
      {live.length > 0 ? (
        <Button
          variant="danger"
          icon={<EyeOff className="size-4" />}
          disabled={pending !== null}
          onClick={() =>
            askTakeDown(live.map(({ id, channel, published_urls: urls }) => ({ id, channel, urls, canTakeDown: true })))
          }
        >
          Take down {formatPostCount(live.length)}…
        </Button>
      ) : null}
      {offers.map((offer) => {
        const { label, icon: Icon } = actionAppearance[offer.action];
        const deletion = getDeletionLabel(getOfferPosts(offer, selectedPosts));
        const isRemoval = offer.action === "delete" && deletion !== "Delete";
        return (
          <Button
            key={offer.action}
            variant={isRemoval ? "quiet" : offer.action === "delete" ? "danger" : "outline"}
            icon={<Icon className="size-4" />}
            pending={pending === offer.action}
            disabled={(pending !== null && pending !== offer.action) || getBulkLimitMessage(offer.count) !== null}
            onClick={() => onPress(offer)}
          >
            {isRemoval ? `${deletion}:` : label}{" "}
            {rows.length === selectedPosts.length && !selection.all ? offer.count : formatPostCount(offer.count)}
          </Button>
        );
      })}
      <Button variant="quiet" keys="esc" aria-keyshortcuts="Escape" onClick={() => onSelection(emptySelection)}>
        Clear
      </Button>
      {confirmation?.action === "delete" ? (
        <Suspense>
          <DeletePostsDialog
            count={confirmation.count}
            pending={pending === "delete"}
            onConfirm={() => void run(confirmation)}
            onClose={() => setConfirmation(null)}
          />
        </Suspense>
      ) : null}
      {confirmation?.action === "schedule" ? (
        <Suspense>
          <RescheduleDialog
            count={confirmation.count}
            posts={getOfferPosts(confirmation, selectedPosts)}
            pending={pending === "schedule"}
            onStart={(start) => void run(confirmation, start)}
            onClose={() => setConfirmation(null)}
          />
        </Suspense>
      ) : null}
    </ActionBar>
  );
}

/**
 * Returns the target and options with a new time: one post gets that time; several keep their distances to the first.
 */
function withStartTime({ target }: BulkActionOffer, start: string | undefined) {
  if (start === undefined) return { target, options: {} };
  const [only, ...others] = "posts" in target ? target.posts : [];
  if (!only || others.length > 0) return { target, options: { start } };
  return { target: { posts: [{ ...only, scheduled_for: start }] }, options: {} };
}

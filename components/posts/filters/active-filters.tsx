import { formatActiveFilters, splitKnownChannels } from "#components/posts/posts-filter-labels.ts";
import { defaultPostsView, getPostsPath, hasActiveFilters, type PostsView } from "#components/posts/posts-view.ts";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import type { Channel } from "#lib/contract/types.ts";

/** Lists the active filters with a link to remove them, and the saved channels that no longer exist. */
export function ActiveFilters({ view, channels }: { view: PostsView; channels: readonly Channel[] }) {
  if (!hasActiveFilters(view)) return null;
  const { available, unavailableCount } = splitKnownChannels(view, channels);
  const { time, span, from, to } = defaultPostsView;
  const unfilteredView = { ...view, channels: [], text: "", problem: null, time, span, from, to, page: 1 };
  return (
    <>
      {unavailableCount > 0 ? (
        <Banner
          tone="publishing"
          role="status"
          className="mt-2.5"
          actions={
            <ButtonLink size="small" href={getPostsPath({ ...view, channels: available.map(({ id }) => id), page: 1 })}>
              Remove {unavailableCount === 1 ? "it" : "them"}
            </ButtonLink>
          }
        >
          {unavailableCount === 1 ? "A channel in this view is" : `${unavailableCount} channels in this view are`} no
          longer available.
        </Banner>
      ) : null}
      <p className="mt-2.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-ink-3">
        <span className="min-w-0 wrap-anywhere">Only {formatActiveFilters(view, channels).join(" · ")}</span>
        <ButtonLink size="small" variant="quiet" href={getPostsPath(unfilteredView)} scroll={false}>
          Clear
        </ButtonLink>
      </p>
    </>
  );
}

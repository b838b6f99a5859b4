import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { Notice } from "#components/ui/feedback/banner.tsx";
import type { Channel } from "#lib/contract/types.ts";
import { addressOf, isCut, type PostView, wholeView } from "#components/posts/posts-view.ts";
import { cutWords, splitChannels } from "#components/posts/posts-view-labels.ts";

/** How the list is cut, in words, with the way back; and what a kept view names that is there no more. */
export function CutLine({ view, channels }: { view: PostView; channels: readonly Channel[] }) {
  if (!isCut(view)) return null;
  const { known, gone } = splitChannels(view, channels);
  const { time, span, from, to } = wholeView;
  const whole = { ...view, channels: [], words: "", time, span, from, to, page: 1 };
  return (
    <>
      {gone > 0 ? (
        <Notice
          tone="publishing"
          role="status"
          className="mt-2.5"
          actions={
            <ButtonLink size="small" href={addressOf({ ...view, channels: known.map(({ id }) => id), page: 1 })}>
              Leave {gone === 1 ? "it" : "them"} out
            </ButtonLink>
          }
        >
          {gone === 1 ? "A channel that this view names is gone" : `${gone} channels that this view names are gone`}:
          disconnected, or never here.
        </Notice>
      ) : null}
      <p className="mt-2.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-ink-3">
        <span className="min-w-0 [overflow-wrap:anywhere]">Only {cutWords(view, channels).join(" · ")}</span>
        <ButtonLink size="small" variant="quiet" href={addressOf(whole)} scroll={false}>
          Clear
        </ButtonLink>
      </p>
    </>
  );
}

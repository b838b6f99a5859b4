"use client";
import type { EditedSubmission } from "#components/composer/state/composer-state.ts";
import type { ComposerDraft } from "#components/composer/state/draft.ts";
import { formatShortTime } from "#components/composer/state/publish-time.ts";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { getServerNow } from "#components/ui/server-clock.ts";
import type { PostStatus } from "#lib/contract/resources/post-statuses.ts";
import type { Channel } from "#lib/contract/types.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { formatChannelName, formatList } from "./format-channel-names.ts";

type EditedSubmissionNoteProps = { whole: EditedSubmission; draft: ComposerDraft; channels: readonly Channel[] };

const fixedLabels: Partial<Record<PostStatus, string>> = {
  published: "Already published on",
  publishing: "Being published on",
  failed: "Failed on",
  canceled: "Canceled on",
};

/** Says which posts of a submission the edit changes, which stay as they are, and what differs between them. */
export function EditedSubmissionNote({ whole, draft, channels }: EditedSubmissionNoteProps) {
  const { posts, fixed, kept } = whole;
  const names = posts.map(({ id, channelId }) => ({ id, name: formatChannelName(channelId, channels) }));
  const byStatus = [...Map.groupBy(fixed, ({ status }) => status)];
  const media = draft.images.flatMap(({ state }) => (state.type === "ready" ? [state.mediaId] : []));
  const keepsImages = whole.haveDifferentImages && media.join() === kept.media.join();
  const keepsTimes = kept.when !== undefined && JSON.stringify(draft.when) === JSON.stringify(kept.when);
  if (posts.length === 1 && fixed.length === 0) return null;
  return (
    <div className="mb-3 grid gap-1 px-1 text-13 text-ink-2">
      {byStatus.map(([status, some]) => (
        <p key={status}>
          {fixedLabels[status] ?? "Not changed on"}{" "}
          {formatList(some.map(({ channelId, platform }) => formatChannelName(channelId, channels, platform)))}: this
          post stays as it is.
        </p>
      ))}
      {keepsTimes ? <TimesNote posts={posts} channels={channels} /> : null}
      {keepsImages ? <p>Images differ. Each channel keeps its own unless you change them here.</p> : null}
      {posts.length > 1 ? (
        <p className="flex flex-wrap items-center gap-x-1.5">
          Changes apply to {posts.length} channels. Edit only on
          {names.map(({ id, name }, at) => (
            <span key={id}>
              <PrefetchLink
                href={`/compose?post=${encodeURIComponent(id)}&one=1`}
                aria-label={`Edit only on ${name}`}
                className="text-ink underline underline-offset-2 pointer-coarse:py-3"
              >
                {name}
              </PrefetchLink>
              {at < names.length - 1 ? "," : ""}
            </span>
          ))}
        </p>
      ) : null}
    </div>
  );
}

function TimesNote({ posts, channels }: Pick<EditedSubmission, "posts"> & { channels: readonly Channel[] }) {
  const { zone, clock } = usePreferences();
  const now = getServerNow();
  const times = posts.map(({ channelId, at }) => {
    const time = at === null ? "draft" : formatShortTime(new Date(at), { zone, clock }, now);
    return `${formatChannelName(channelId, channels)} ${time}`;
  });
  return <p>Times differ: {times.join("; ")}. Each channel keeps its own unless you choose another.</p>;
}

"use client";
import { FileText } from "lucide-react";
import { useEffect, useState } from "react";
import { getLocalItem, listLocalNames, removeLocalItem, setLocalItem } from "#components/composer/browser-storage.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { useNow } from "#components/ui/use-now.ts";
import type { Channel } from "#lib/contract/types.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { getPostTitle } from "#lib/text/post-title.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { formatInstant, formatRelativeTime } from "#lib/time/format.ts";
import { formatClockTime, formatShortDay } from "#lib/time/format-short.ts";
import { getDraftKey } from "./draft-storage-format.ts";
import { type LocalDraft, listLocalDrafts } from "./list-local-drafts.ts";

export type LocalDraftsPageProps = {
  memberId: string;
  /** Number of drafts that the service stores as posts; null if it is unknown. */
  posts: number | null;
  channels: readonly Channel[];
  nowMs: number;
  reader: Pick<DisplayPreferences, "zone" | "clock">;
};

const storage = { names: listLocalNames, get: getLocalItem };

/** Lists the drafts that this browser stores, for a service that stores none. */
export function LocalDraftsPage({ memberId, posts, channels, nowMs, reader }: LocalDraftsPageProps) {
  const now = useNow(nowMs);
  // Null until the browser's storage was read: the server knows nothing of it.
  const [drafts, setDrafts] = useState<readonly LocalDraft[] | null>(null);

  useEffect(() => {
    const read = () => setDrafts(listLocalDrafts(memberId, storage));
    read();
    // Another tab stored or removed a draft.
    addEventListener("storage", read);
    return () => removeEventListener("storage", read);
  }, [memberId]);

  function remove({ id }: LocalDraft): void {
    const name = getDraftKey(memberId, id);
    const stored = getLocalItem(name);
    removeLocalItem(name);
    setDrafts(listLocalDrafts(memberId, storage));
    showToast({
      message: "Draft deleted",
      undo: () => {
        if (stored !== null) setLocalItem(name, stored);
        setDrafts(listLocalDrafts(memberId, storage));
      },
    });
  }

  return (
    <Page
      title="Drafts"
      note={drafts === null ? null : <span>{drafts.length}</span>}
      width="reading"
      actions={<ButtonLink href="/compose">Write a post</ButtonLink>}
    >
      <p className="mb-3 text-14 text-ink-3">
        Stored in this browser only.{" "}
        {posts === 0 ? null : (
          <PrefetchLink
            href="/posts?status=draft"
            className="text-accent underline pointer-coarse:inline-block pointer-coarse:py-2.5"
          >
            {posts === null
              ? "Drafts saved as posts"
              : formatCount(posts, "draft saved as a post", "drafts saved as posts")}
          </PrefetchLink>
        )}
      </p>
      {drafts?.length === 0 ? (
        <EmptyState icon={<FileText />} title="No drafts in this browser">
          Drafts appear here until you publish them.
        </EmptyState>
      ) : (
        <ul aria-label="Drafts" className="divide-y border-y" hidden={drafts === null}>
          {drafts?.map((draft) => (
            <LocalDraftRow
              key={draft.id}
              draft={draft}
              channels={channels}
              now={now}
              reader={reader}
              onRemove={() => remove(draft)}
            />
          ))}
        </ul>
      )}
    </Page>
  );
}

type LocalDraftRowProps = Pick<LocalDraftsPageProps, "channels" | "reader"> & {
  draft: LocalDraft;
  now: Date;
  onRemove: () => void;
};

function LocalDraftRow({
  draft: { draft, keptAtMs, path, isReplacement },
  channels,
  now,
  reader,
  onRemove,
}: LocalDraftRowProps) {
  const title = getPostTitle({ posts: [...draft.parts], media: [] });
  const changed = new Date(keptAtMs);
  const { when } = draft;
  const facts = [
    ...(draft.parts.length > 1 ? [formatCount(draft.parts.length, "part")] : []),
    ...(draft.images.length > 0 ? [formatCount(draft.images.length, "image")] : []),
    ...(isReplacement ? ["replaces a post"] : []),
    ...(when.type === "at" ? [`for ${formatShortDay(when.date)}, ${formatClockTime(when.time, reader.clock)}`] : []),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2.5">
      <div className="min-w-0 flex-1 basis-64">
        <PrefetchLink
          href={path}
          className="block truncate rounded-chip text-15 font-medium hover:text-accent pointer-coarse:py-2"
        >
          {title}
        </PrefetchLink>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-ink-3">
          {channels
            .filter(({ id }) => draft.channelIds.includes(id))
            .map(({ id, platform, name }) => (
              <PlatformIcon key={id} size="small" platform={platform} label={name} />
            ))}
          <time dateTime={changed.toISOString()}>
            {formatInstant(changed, reader.zone, { clock: reader.clock })} · {formatRelativeTime(changed, now)}
          </time>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
      <Button size="small" variant="quiet" aria-label={`Delete: ${title}`} onClick={onRemove}>
        Delete
      </Button>
    </li>
  );
}

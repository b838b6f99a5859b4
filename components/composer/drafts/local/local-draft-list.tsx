"use client";
import { useCallback, useContext, useEffect, useRef, useState } from "react";
import { getLocalItem, listLocalNames } from "#components/composer/browser-storage.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { useNow } from "#components/ui/use-now.ts";
import type { Channel } from "#lib/contract/types.ts";
import { DraftsContext } from "#lib/queries/drafts/drafts-overview.ts";
import { useLazyLiveQueryClient } from "#lib/realtime/use-live-query.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { getPostTitle } from "#lib/text/post-title.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { formatInstant, formatRelativeTime } from "#lib/time/format.ts";
import { formatClockTime, formatShortDay } from "#lib/time/format-short.ts";
import { deleteLocalDraft } from "./delete-local-draft.ts";
import { type LocalDraft, listLocalDrafts, listUnsavedDrafts, saveDelayMs } from "./list-local-drafts.ts";

export type LocalDraftsProps = {
  memberId: string;
  channels: readonly Channel[];
  nowMs: number;
  reader: Pick<DisplayPreferences, "zone" | "clock">;
};

const storage = { names: listLocalNames, get: getLocalItem };

/**
 * Returns the drafts that this browser stores, or those of them that the service does not have. Null until the browser's
 * storage was read: the server knows nothing of it.
 * @param listedIds ids of drafts that the service lists beside them; null if it stores none
 */
export function useLocalDrafts(memberId: string, listedIds: readonly string[] | null) {
  const [drafts, setDrafts] = useState<readonly LocalDraft[] | null>(null);
  const overview = useContext(DraftsContext);
  const liveQueries = useLazyLiveQueryClient();
  /** Drafts of which the service was asked: what it lists may be the same text, whose save had no answer. */
  const checkedIds = useRef<readonly string[]>([]);
  const read = useCallback(() => {
    if (listedIds === null) return setDrafts(listLocalDrafts(memberId, storage));
    const found = listUnsavedDrafts(memberId, storage, Date.now());
    setDrafts(found.filter(({ id }) => checkedIds.current.includes(id) || !listedIds.includes(id)));
  }, [memberId, listedIds]);
  const check = useCallback(async () => {
    read();
    const ids = listedIds === null ? [] : listUnsavedDrafts(memberId, storage, Date.now()).map(({ id }) => id);
    if (ids.length === 0) return;
    await import("./record-arrived-saves.ts")
      .then(({ recordArrivedSaves }) => recordArrivedSaves(memberId, ids))
      .catch(() => undefined);
    checkedIds.current = ids;
    read();
  }, [memberId, listedIds, read]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the overview changes once the service saved a draft
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const checkTwice = () => {
      void check();
      if (timer) clearTimeout(timer);
      // A save that was on its way has ended.
      timer = setTimeout(check, saveDelayMs);
    };
    checkTwice();
    // Another tab stored or removed a draft.
    addEventListener("storage", checkTwice);
    return () => {
      if (timer) clearTimeout(timer);
      removeEventListener("storage", checkTwice);
    };
  }, [check, overview]);

  const remove = ({ id }: LocalDraft) =>
    deleteLocalDraft({
      memberId,
      id,
      canSave: listedIds !== null,
      onLocalChange: read,
      onServiceChange: () => void liveQueries.touch("drafts").catch(() => undefined),
    });
  return { drafts, remove };
}

type LocalDraftListProps = Pick<LocalDraftsProps, "channels" | "nowMs" | "reader"> & {
  label: string;
  drafts: readonly LocalDraft[];
  onRemove: (draft: LocalDraft) => void;
};

/** A list of drafts in this browser, each with a link that opens it and a button that deletes it. */
export function LocalDraftList({ label, drafts, channels, nowMs, reader, onRemove }: LocalDraftListProps) {
  const now = useNow(nowMs);
  return (
    <ul aria-label={label} className="divide-y border-y">
      {drafts.map((draft) => (
        <LocalDraftRow
          key={draft.id}
          draft={draft}
          channels={channels}
          now={now}
          reader={reader}
          onRemove={() => onRemove(draft)}
        />
      ))}
    </ul>
  );
}

type LocalDraftRowProps = Pick<LocalDraftsProps, "channels" | "reader"> & {
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
      <div className="min-w-0 flex-1 basis-60">
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

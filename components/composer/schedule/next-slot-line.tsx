"use client";
import { CalendarClock } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import type { PublishTime } from "#components/composer/state/draft.ts";
import { formatShortTime, resolvePublishTime, toPublishTime } from "#components/composer/state/publish-time.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { readResource } from "#lib/queries/read-resource.ts";
import { formatRelativeTime } from "#lib/time/format.ts";

type NextSlotLineProps = {
  when: PublishTime;
  channelIds: readonly string[];
  now: Date;
  onSet: (when: PublishTime) => void;
};

/**
 * Offers the author's next free weekly slot on the chosen channels with its time, and after it is chosen the slot after
 * it. Renders nothing if the service has no slots or does not answer, because a time can still be chosen by hand.
 */
export function NextSlotLine({ when, channelIds, now, onSet }: NextSlotLineProps) {
  const { zone, clock } = usePreferences();
  const [slot, setSlot] = useState<NextSlot | null>(null);
  const [after, setAfter] = useState<string | null>(null);
  const channels = channelIds.join(",");
  const query = useMemo(
    () => ({ channelIds: channels === "" ? [] : channels.split(","), zone, after }),
    [channels, zone, after],
  );

  useEffect(() => {
    const leaving = new AbortController();
    readNextSlot(query, leaving.signal).then(setSlot, () => {
      if (!leaving.signal.aborted) setSlot(null);
    });
    return () => leaving.abort();
  }, [query]);

  if (!slot) return null;
  if (slot.at === null) {
    return (
      <p className="mt-3.5 text-13 text-ink-3">
        {slot.slots > 0 ? (
          "All your posting slots for these channels are taken."
        ) : (
          <>
            You have no weekly posting slot for these channels.{" "}
            <PrefetchLink href="/settings#slots" className="text-accent underline underline-offset-2">
              Add one in Settings
            </PrefetchLink>
          </>
        )}
      </p>
    );
  }
  const at = new Date(slot.at);
  const due = resolvePublishTime(when, now);
  const isTaken = due.type === "at" && due.at.getTime() === at.getTime();
  return (
    <div className="mt-3.5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-dashed border-line-strong px-3 py-2">
      <CalendarClock className="size-4 text-ink-3" />
      <p className="mr-auto text-14">
        {after === null ? "Next free slot" : "Slot after that"}:{" "}
        <time dateTime={slot.at}>{formatShortTime(at, { zone, clock }, now)}</time>{" "}
        <span className="text-13 text-ink-3">{formatRelativeTime(at, now)}</span>
      </p>
      <Button
        size="small"
        onClick={() => {
          if (isTaken) return setAfter(slot.at);
          onSet(toPublishTime(at, zone));
        }}
      >
        {isTaken ? "Next slot" : "Use this slot"}
      </Button>
    </div>
  );
}

/** The first free weekly slot; `at` is null if none is free, `slots` the number of slots for the channels. */
type NextSlot = { at: string | null; slots: number };

/**
 * Reads the next free slot; null where the service has no slots.
 * @throws ReadError
 */
function readNextSlot(
  query: { channelIds: readonly string[]; zone: string; after: string | null },
  signal: AbortSignal,
): Promise<NextSlot | null> {
  const { channelIds, zone, after } = query;
  return readResource<NextSlot | null>(
    "next-slot",
    { ...(channelIds.length > 0 && { channels: channelIds.join(",") }), zone, ...(after !== null && { after }) },
    signal,
  );
}

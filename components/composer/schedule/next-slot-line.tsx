"use client";
import { CalendarClock } from "lucide-react";
import { useState } from "react";
import type { PublishTime } from "#components/composer/state/draft.ts";
import { formatShortTime, resolvePublishTime, toPublishTime } from "#components/composer/state/publish-time.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { useNextSlot } from "./use-next-slot.ts";

type NextSlotLineProps = {
  when: PublishTime;
  channelIds: readonly string[];
  now: Date;
  onSet: (when: PublishTime) => void;
};

/**
 * Offers the next free weekly slot of the author or the team, and once it is chosen, the following one. Renders nothing
 * if the service has no slots or does not answer, because a time can still be chosen by hand.
 */
export function NextSlotLine({ when, channelIds, now, onSet }: NextSlotLineProps) {
  const { zone, clock } = usePreferences();
  const [after, setAfter] = useState<string | null>(null);
  const slot = useNextSlot({ channelIds, zone, after });

  if (slot === null) return null;
  // The answer takes no other height, or the fields below would move under a press.
  if (!slot?.at) {
    return (
      <div className="mt-3.5 flex min-h-12 items-center pointer-coarse:min-h-16">
        <p className="text-13 text-ink-3">{slot ? <NoSlot count={slot.slots} /> : null}</p>
      </div>
    );
  }
  const at = new Date(slot.at);
  const due = resolvePublishTime(when, now);
  const isTaken = due.type === "at" && due.at.getTime() === at.getTime();
  return (
    <div className="mt-3.5 flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-dashed border-line-strong px-3 py-2 pointer-coarse:min-h-16">
      <CalendarClock className="size-4 text-ink-3" />
      <p className="mr-auto text-14">
        {after === null ? "Next free slot" : "Slot after that"}:{" "}
        <time dateTime={slot.at}>{formatShortTime(at, { zone, clock }, now)}</time>
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

function NoSlot({ count }: { count: number }) {
  if (count > 0) return "All posting slots for these channels are taken.";
  return (
    <>
      There is no weekly posting slot for these channels.{" "}
      <PrefetchLink href="/settings#slots" className="text-accent underline underline-offset-2">
        Add one in Settings
      </PrefetchLink>
    </>
  );
}

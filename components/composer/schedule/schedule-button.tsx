"use client";
import { CalendarClock } from "lucide-react";
import { lazy, Suspense } from "react";
import type { PublishTime } from "#components/composer/state/draft.ts";
import { Button } from "#components/ui/controls/button.tsx";

/** If the label can't be loaded, the fallback shows the time as chosen. */
const ScheduleLabel = lazy(() =>
  import("./schedule-label.tsx").then(
    (file) => ({ default: file.ScheduleLabel }),
    () => ({ default: PlainScheduleLabel }),
  ),
);

function PlainScheduleLabel({ when }: { when: PublishTime }) {
  return when.type === "now" ? "Schedule…" : `${when.date} ${when.time}`;
}

type ScheduleButtonProps = { when: PublishTime; now: Date; isReadOnly: boolean; onOpen: () => void };

/** Shows the chosen time and opens the dialog that changes it. */
export function ScheduleButton({ when, now, isReadOnly, onOpen }: ScheduleButtonProps) {
  return (
    <Button
      // On a phone the time needs the icon's space.
      icon={<CalendarClock className="size-4 text-ink-3 max-sm:hidden" />}
      aria-haspopup="dialog"
      disabled={isReadOnly}
      onClick={onOpen}
      className="h-11! max-w-full min-w-0 shrink! has-[[data-wrong]]:border-failed!"
    >
      <span className="sr-only">When: </span>
      <Suspense fallback={<PlainScheduleLabel when={when} />}>
        <ScheduleLabel when={when} now={now} />
      </Suspense>
    </Button>
  );
}

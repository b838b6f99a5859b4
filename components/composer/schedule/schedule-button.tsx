"use client";
import { CalendarClock } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { PublishTime } from "#components/composer/state/draft.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";

const ScheduleDialog = lazyComponent(() => import("./schedule-dialog.tsx").then((file) => file.ScheduleDialog));
/** What tells a time comes with the first one; where it can't be loaded the time stands as it was chosen. */
const ScheduleLabel = lazy(() =>
  import("./schedule-label.tsx").then(
    (file) => ({ default: file.ScheduleLabel }),
    () => ({ default: PlainScheduleLabel }),
  ),
);

function PlainScheduleLabel({ when }: { when: PublishTime }) {
  return when.is === "now" ? "Now" : `${when.date} ${when.time}`;
}

type ScheduleButtonProps = {
  when: PublishTime;
  channelIds: readonly string[];
  now: Date;
  isReadOnly: boolean;
  onSet: (when: PublishTime) => void;
};

/** When it goes out; pressed, it can be chosen. */
export function ScheduleButton({ when, channelIds, now, isReadOnly, onSet }: ScheduleButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        // A time takes all the room there is on a phone.
        icon={<CalendarClock className={`size-4 text-ink-3 ${when.is === "at" ? "max-sm:hidden" : ""}`} />}
        aria-haspopup="dialog"
        disabled={isReadOnly}
        onClick={() => setIsOpen(true)}
        className="h-11! max-w-full min-w-0 shrink! has-[[data-wrong]]:border-failed!"
      >
        <span className="sr-only">When: </span>
        {/* Loaded while the dialog is open, so that a time is told as soon as it is set. */}
        {when.is === "at" || isOpen ? (
          <Suspense fallback={<PlainScheduleLabel when={when} />}>
            <ScheduleLabel when={when} now={now} />
          </Suspense>
        ) : (
          <PlainScheduleLabel when={when} />
        )}
      </Button>
      {isOpen ? (
        <Suspense>
          <ScheduleDialog
            when={when}
            channelIds={channelIds}
            now={now}
            onSet={onSet}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

"use client";
import { CalendarClock } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { PublishTime } from "#components/composer/state/draft.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";

const ScheduleDialog = lazyComponent(() => import("./schedule-dialog.tsx").then((file) => file.ScheduleDialog));
/** The label is loaded with the first chosen time. If it can't be loaded, the fallback shows the time as chosen. */
const ScheduleLabel = lazy(() =>
  import("./schedule-label.tsx").then(
    (file) => ({ default: file.ScheduleLabel }),
    () => ({ default: PlainScheduleLabel }),
  ),
);

function PlainScheduleLabel({ when }: { when: PublishTime }) {
  return when.type === "now" ? "Schedule…" : `${when.date} ${when.time}`;
}

type ScheduleButtonProps = {
  when: PublishTime;
  channelIds: readonly string[];
  now: Date;
  isReadOnly: boolean;
  onSet: (when: PublishTime) => void;
};

/** Shows the publish time and opens the dialog that changes it. */
export function ScheduleButton({ when, channelIds, now, isReadOnly, onSet }: ScheduleButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        // On a phone the time needs the icon's space.
        icon={<CalendarClock className={`size-4 text-ink-3 ${when.type === "at" ? "max-sm:hidden" : ""}`} />}
        aria-haspopup="dialog"
        disabled={isReadOnly}
        onClick={() => setIsOpen(true)}
        className="h-11! max-w-full min-w-0 shrink! has-[[data-wrong]]:border-failed!"
      >
        <span className="sr-only">When: </span>
        {/* Loads the label while the dialog is open, so that a chosen time appears at once. */}
        {when.type === "at" || isOpen ? (
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

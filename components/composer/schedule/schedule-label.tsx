"use client";
import type { PublishTime } from "#components/composer/state/draft.ts";
import { formatPublishTime } from "#components/composer/state/publish-time.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";

/** Shows the chosen time with its zone and, if there is space, its distance. An impossible time is marked. */
export function ScheduleLabel({ when, now }: { when: PublishTime; now: Date }) {
  const { clock } = usePreferences();
  const { main, note, wrong } = formatPublishTime(when, now, clock);
  if (when.type === "now") return main;
  return (
    <span data-wrong={wrong ? "" : undefined}>
      <span className="max-sm:text-13">{main}</span>
      <span className="ml-2 font-normal text-ink-3 max-lg:hidden">{note}</span>
    </span>
  );
}

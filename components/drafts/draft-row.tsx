"use client";
import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import type { Channel, DraftSummary } from "#lib/contract/types.ts";
import { isDay } from "#lib/time/days.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { formatInstant, formatRelativeTime } from "#lib/time/format.ts";
import { formatClockTime, formatShortDay } from "#lib/time/format-short.ts";

export type DraftAction = "write" | "copy" | "template" | "delete";

type DraftRowProps = {
  draft: DraftSummary;
  channels: readonly Channel[];
  now: Date;
  reader: Pick<DisplayPreferences, "zone" | "clock">;
  onAct: (wanted: DraftAction) => Promise<void>;
};

const formatDraftTime = (day: string, time: string, clock: DisplayPreferences["clock"]) =>
  `for ${formatShortDay(day)}${time === "" ? "" : `, ${formatClockTime(time, clock)}`}`;
const formatCount = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

/** One draft or template: the start of its text, its content and its actions. */
export function DraftRow({ draft, channels, now, reader, onAct }: DraftRowProps) {
  const [pending, setPending] = useState<DraftAction | null>(null);
  const isTemplate = draft.kind === "template";
  const name = draft.words.split("\n", 1)[0] || "No text yet";
  const chosen = channels.filter(({ id }) => draft.channels.includes(id));
  const changed = new Date(draft.updated_at);
  const facts = [
    ...(draft.parts > 1 ? [formatCount(draft.parts, "part")] : []),
    ...(draft.images > 0 ? [formatCount(draft.images, "image")] : []),
    ...(draft.post === null ? [] : ["edit of a post"]),
    ...(draft.when && isDay(draft.when.date) ? [formatDraftTime(draft.when.date, draft.when.time, reader.clock)] : []),
  ];
  const button = (wanted: DraftAction, label: string) => (
    <Button
      size="small"
      variant="quiet"
      pending={pending === wanted}
      aria-label={`${label}: ${name.slice(0, 60)}`}
      onClick={async () => {
        setPending(wanted);
        await onAct(wanted);
        setPending(null);
      }}
    >
      {label}
    </Button>
  );
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2.5">
      <div className="min-w-0 flex-1 basis-64">
        {isTemplate ? (
          <p className="truncate text-15 font-medium">{name}</p>
        ) : (
          <PrefetchLink
            href={`/compose?draft=${encodeURIComponent(draft.id)}`}
            className="block truncate rounded-chip text-15 font-medium hover:text-accent pointer-coarse:py-2"
          >
            {name}
          </PrefetchLink>
        )}
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-ink-3">
          {chosen.map(({ id, platform, name: channel }) => (
            <PlatformIcon key={id} size="small" platform={platform} label={channel} />
          ))}
          <time dateTime={draft.updated_at}>
            {formatInstant(changed, reader.zone, { clock: reader.clock })} · {formatRelativeTime(changed, now)}
          </time>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
      <div className="flex flex-wrap gap-1">
        {isTemplate ? button("write", "Use template") : null}
        {button("copy", "Duplicate")}
        {isTemplate ? null : button("template", "Save as template")}
        {button("delete", "Delete")}
      </div>
    </li>
  );
}

"use client";
import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { IntentLink } from "#components/ui/controls/prefetch-link.tsx";
import { PlatformMark } from "#components/ui/layout/platform-icon.tsx";
import type { Channel, DraftSummary } from "#lib/contract/types.ts";
import { isDay } from "#lib/time/days.ts";
import { formatInstant, formatRelative } from "#lib/time/format.ts";
import type { Preferences } from "#lib/time/display-preferences.ts";
import { clockText, dayText } from "#lib/time/format-short.ts";

export type DraftAct = "write" | "copy" | "template" | "delete";

type DraftRowProps = {
  draft: DraftSummary;
  channels: readonly Channel[];
  now: Date;
  reader: Pick<Preferences, "zone" | "clock">;
  onAct: (wanted: DraftAct) => Promise<void>;
};

const whenText = (day: string, time: string, clock: Preferences["clock"]) =>
  `for ${dayText(day)}${time === "" ? "" : `, ${clockText(time, clock)}`}`;
const many = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

/** One draft or template: its first words, what it holds, and what can be done with it. */
export function DraftRow({ draft, channels, now, reader, onAct }: DraftRowProps) {
  const [pending, setPending] = useState<DraftAct | null>(null);
  const isTemplate = draft.kind === "template";
  const name = draft.words.split("\n", 1)[0] || "No words yet";
  const chosen = channels.filter(({ id }) => draft.channels.includes(id));
  const changed = new Date(draft.updated_at);
  const facts = [
    ...(draft.parts > 1 ? [many(draft.parts, "part")] : []),
    ...(draft.images > 0 ? [many(draft.images, "image")] : []),
    ...(draft.post === null ? [] : ["a change of a post"]),
    ...(draft.when && isDay(draft.when.date) ? [whenText(draft.when.date, draft.when.time, reader.clock)] : []),
  ];
  const button = (wanted: DraftAct, label: string) => (
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
          <IntentLink
            href={`/compose?draft=${encodeURIComponent(draft.id)}`}
            className="block truncate rounded-chip text-15 font-medium hover:text-accent pointer-coarse:py-2"
          >
            {name}
          </IntentLink>
        )}
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-ink-3">
          {chosen.map(({ id, platform, name: channel }) => (
            <PlatformMark key={id} size="small" platform={platform} label={channel} />
          ))}
          <time dateTime={draft.updated_at}>
            {formatInstant(changed, reader.zone, { clock: reader.clock })} · {formatRelative(changed, now)}
          </time>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
      <div className="flex flex-wrap gap-1">
        {isTemplate ? button("write", "Write from it") : null}
        {button("copy", "Duplicate")}
        {isTemplate ? null : button("template", "Save as template")}
        {button("delete", "Delete")}
      </div>
    </li>
  );
}

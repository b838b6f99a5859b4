"use client";
import { type FormEvent, useState } from "react";
import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import { getEntryTitle } from "#components/calendar/entry-labels.ts";
import { decideMove } from "#components/calendar/move-rules.ts";
import { formatInstantInZone } from "#components/calendar/use-entry-moves.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { DateTimeFields } from "#components/ui/controls/date-time-fields.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { addDays } from "#lib/time/days.ts";
import { formatRelativeTime } from "#lib/time/format.ts";
import { getTimeZoneCity } from "#lib/time/format-short.ts";
import { isWallTime, toWallTime, type WallTime } from "#lib/time/time-zone.ts";
import type { CalendarSubject } from "./entry-dialog.tsx";

type MoveDialogProps = { subject: CalendarSubject; onMove: (to: WallTime) => void; onClose: () => void };

/** Moves posts to a typed date and time; the dialog shows the outcome before anything changes. */
export function MoveDialog({ subject, onMove, onClose }: MoveDialogProps) {
  const { preferences, now, today, range } = useCalendarContext();
  const { zone, clock, secondZone } = preferences;
  const from = subject.type === "entry" ? new Date(subject.entry.atMs) : null;
  const { posts, text, images } = subject.type === "entry" ? subject.entry : subject.draft;
  const [to, setTo] = useState<WallTime>(() =>
    from
      ? toWallTime(from, zone)
      : { date: range.days.includes(today) ? addDays(today, 1) : (range.days[0] ?? today), time: "09:00" },
  );
  const isWritten = isWallTime(to);
  const move = isWritten ? decideMove({ posts, from, to, zone, clock, now }) : null;
  const verb = from ? "Reschedule" : "Schedule";

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (move?.type === "at") onMove(to);
    if (move?.type === "same") onClose();
  }

  return (
    <Dialog open onClose={onClose} title={`${verb} “${getEntryTitle({ text, images }).slice(0, 60)}”`}>
      <form onSubmit={onSubmit} className="grid gap-3.5">
        <DateTimeFields
          {...to}
          min={today}
          hint={`in ${getTimeZoneCity(zone)}`}
          onChange={(changed) => setTo({ ...to, ...changed })}
        />
        <div role="status">
          {move?.type === "refused" ? <Banner tone="failed">{move.why}</Banner> : null}
          {move?.type === "at" ? (
            <p className="text-14 text-ink-2">
              <strong className="font-medium text-ink">{formatInstantInZone(move.at, zone, clock)}</strong>
              {secondZone ? ` · ${formatInstantInZone(move.at, secondZone, clock)}` : ""} ·{" "}
              {formatRelativeTime(move.at, now)}
              {move.note ? <span className="block">It is {move.note}.</span> : null}
            </p>
          ) : null}
          {move?.type === "same" ? <p className="text-14 text-ink-3">That's its time already.</p> : null}
          {isWritten ? null : <p className="text-14 text-ink-3">Choose a date and a time.</p>}
        </div>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" disabled={move?.type !== "at"}>
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

"use client";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button";
import { DateAndTime } from "#components/ui/date-and-time";
import { Dialog } from "#components/ui/dialog";
import { Notice } from "#components/ui/notice";
import { addDays } from "#lib/time/days";
import { formatRelative } from "#lib/time/format";
import { zonePlace } from "#lib/time/time-words";
import { isWallTime, toWall, type WallTime } from "#lib/time/zone";
import type { Subject } from "./entry-dialog.tsx";
import { titleOf } from "./entry-words.ts";
import { decideMove } from "./move.ts";
import { useScreen } from "./screen.tsx";
import { atText } from "./use-moves.ts";

type MoveDialogProps = { subject: Subject; onMove: (to: WallTime) => void; onClose: () => void };

/** Another date and time by hand; it says what they come to before anything is changed. */
export function MoveDialog({ subject, onMove, onClose }: MoveDialogProps) {
  const { preferences, now, today, range } = useScreen();
  const { zone, clock, secondZone } = preferences;
  const from = subject.is === "entry" ? new Date(subject.entry.atMs) : null;
  const { posts, text, images } = subject.is === "entry" ? subject.entry : subject.draft;
  const [to, setTo] = useState<WallTime>(() =>
    from
      ? toWall(from, zone)
      : { date: range.days.includes(today) ? addDays(today, 1) : (range.days[0] ?? today), time: "09:00" },
  );
  const isWritten = isWallTime(to);
  const move = isWritten ? decideMove({ posts, from, to, zone, clock, now }) : null;
  const verb = from ? "Move" : "Schedule";

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (move?.is === "at") onMove(to);
    if (move?.is === "same") onClose();
  }

  return (
    <Dialog open onClose={onClose} title={`${verb} “${titleOf({ text, images }).slice(0, 60)}”`}>
      <form onSubmit={onSubmit} className="grid gap-3.5">
        <DateAndTime
          {...to}
          min={today}
          hint={`in ${zonePlace(zone)}`}
          onChange={(changed) => setTo({ ...to, ...changed })}
        />
        <div role="status">
          {move?.is === "refused" ? <Notice tone="failed">{move.why}</Notice> : null}
          {move?.is === "at" ? (
            <p className="text-14 text-ink-2">
              <strong className="font-medium text-ink">{atText(move.at, zone, clock)}</strong>
              {secondZone ? ` · ${atText(move.at, secondZone, clock)}` : ""} · {formatRelative(move.at, now)}
              {move.note ? <span className="block">It is {move.note}.</span> : null}
            </p>
          ) : null}
          {move?.is === "same" ? <p className="text-14 text-ink-3">It stands there already.</p> : null}
          {isWritten ? null : <p className="text-14 text-ink-3">Choose a date and a time.</p>}
        </div>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Keep</Button>
          <Button type="submit" variant="filled" disabled={move?.is !== "at"}>
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

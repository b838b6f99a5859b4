"use client";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { Field } from "#components/ui/field";
import { Notice } from "#components/ui/notice";
import { TextInput } from "#components/ui/text-input";
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
        <div className="grid grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] gap-3">
          <Field label="Date">
            {(control) => (
              <TextInput
                {...control}
                type="date"
                value={to.date}
                min={today}
                onChange={(event) => setTo({ ...to, date: event.target.value })}
              />
            )}
          </Field>
          <Field label="Time" hint={`in ${zonePlace(zone)}`}>
            {(control) => (
              <TextInput
                {...control}
                type="time"
                value={to.time}
                onChange={(event) => setTo({ ...to, time: event.target.value.slice(0, 5) })}
              />
            )}
          </Field>
        </div>
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

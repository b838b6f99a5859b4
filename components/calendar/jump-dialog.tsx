"use client";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { type Day, isDay } from "#lib/time/days.ts";
import { useCalendarContext } from "./calendar-context.tsx";

/** Leads to a day that is named. */
export function JumpToDateDialog({ onJump, onClose }: { onJump: (day: Day) => void; onClose: () => void }) {
  const { sight } = useCalendarContext();
  const [day, setDay] = useState(sight.day);
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (isDay(day)) onJump(day);
  }
  return (
    <Dialog open onClose={onClose} title="Jump to a date">
      <form onSubmit={onSubmit} className="flex items-end gap-2">
        <Field label="Date" className="flex-1">
          {(control) => (
            <TextInput
              {...control}
              type="date"
              value={day}
              min="2000-01-01"
              max="2098-12-31"
              onChange={(event) => setDay(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="filled" disabled={!isDay(day)}>
          Show
        </Button>
      </form>
    </Dialog>
  );
}

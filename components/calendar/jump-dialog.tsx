"use client";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { Field } from "#components/ui/field";
import { TextInput } from "#components/ui/text-input";
import { type Day, isDay } from "#lib/time/days";
import { useScreen } from "./screen.tsx";

/** Leads to a day that is named. */
export function JumpDialog({ onJump, onClose }: { onJump: (day: Day) => void; onClose: () => void }) {
  const { sight } = useScreen();
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

import type { ReactNode } from "react";
import { Field } from "./field.tsx";
import { TextInput } from "./text-input.tsx";

type DateTimeFieldsProps = {
  /** In the browser's format: YYYY-MM-DD and HH:mm, or empty. */
  date: string;
  time: string;
  /** The first allowed day. */
  min: string;
  /** Text beside the time, such as its zone. */
  hint?: ReactNode;
  onChange: (changed: { date: string } | { time: string }) => void;
};

export function DateTimeFields({ date, time, min, hint, onChange }: DateTimeFieldsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] gap-3">
      <Field label="Date">
        {(control) => (
          <TextInput
            {...control}
            type="date"
            value={date}
            min={min}
            onChange={(event) => onChange({ date: event.target.value })}
          />
        )}
      </Field>
      <Field label="Time" hint={hint}>
        {(control) => (
          <TextInput
            {...control}
            type="time"
            value={time}
            // Some browsers add seconds.
            onChange={(event) => onChange({ time: event.target.value.slice(0, 5) })}
          />
        )}
      </Field>
    </div>
  );
}

import type { ReactNode } from "react";
import type { Day } from "#lib/time/days.ts";
import { DateField } from "./date-field.tsx";
import { TimeField } from "./time-field.tsx";

type DateTimeFieldsProps = {
  /** YYYY-MM-DD and HH:mm, or empty. */
  date: string;
  time: string;
  /** The first allowed day. */
  min: Day;
  /** Text beside the time, such as its zone. */
  hint?: ReactNode;
  /** True where a month to choose from is visible beside the fields. */
  isBesideMonth?: boolean;
  onChange: (changed: { date: string } | { time: string }) => void;
};

export function DateTimeFields({ date, time, min, hint, isBesideMonth, onChange }: DateTimeFieldsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] items-start gap-3">
      <DateField
        label="Date"
        value={date}
        min={min}
        hasNoButton={isBesideMonth === true}
        onChange={(value) => onChange({ date: value })}
      />
      <TimeField label="Time" hint={hint} value={time} onChange={(value) => onChange({ time: value })} />
    </div>
  );
}

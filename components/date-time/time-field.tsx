"use client";
import { type KeyboardEvent, type ReactNode, type Ref, useState } from "react";
import { Field } from "#components/ui/controls/field.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { formatClockTime } from "#lib/time/format-short.ts";
import { parseClockTime } from "#lib/time/parse/parse-clock-time.ts";

type TimeFieldProps = {
  label: string;
  /** HH:mm, or empty. */
  value: string;
  hint?: ReactNode;
  error?: ReactNode;
  className?: string;
  inputRef?: Ref<HTMLInputElement>;
  /** Called while typing: with HH:mm, or empty as long as the text is no time. */
  onChange: (time: string) => void;
};

const stepMinutes = 15;
const dayMinutes = 24 * 60;

/** A time of day, typed as "9", "9.30", "1830" or "9 pm" and shown in the member's clock. Arrow keys step a quarter. */
export function TimeField({ label, value, hint, error, className, inputRef, onChange }: TimeFieldProps) {
  const { clock } = usePreferences();
  /** The text while it is edited. It counts only as long as it means the field's value. */
  const [typed, setTyped] = useState<{ text: string; time: string } | null>(null);
  const [isRefused, setIsRefused] = useState(false);
  const edited = typed?.time === value ? typed : null;
  const unread = `Enter a time such as ${clock === "24" ? "14:30" : "2:30 pm"}.`;

  function write(text: string) {
    const time = parseClockTime(text) ?? "";
    setTyped({ text, time });
    setIsRefused(false);
    onChange(time);
  }

  /** Shows the time in the member's clock, or says that the text is no time. */
  function finish() {
    if (edited?.time === "" && edited.text.trim() !== "") return setIsRefused(true);
    setTyped(null);
    setIsRefused(false);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter") return finish();
    if ((event.key !== "ArrowUp" && event.key !== "ArrowDown") || value === "") return;
    event.preventDefault();
    const minutes = Number(value.slice(0, 2)) * 60 + Number(value.slice(3));
    const steps = minutes / stepMinutes;
    const next = (event.key === "ArrowUp" ? Math.floor(steps) + 1 : Math.ceil(steps) - 1) * stepMinutes;
    setTyped(null);
    onChange(toClockTime((next + dayMinutes) % dayMinutes));
  }

  return (
    <Field label={label} hint={hint} error={isRefused && edited ? unread : error} className={className}>
      {(control) => (
        <TextInput
          {...control}
          ref={inputRef}
          autoComplete="off"
          maxLength={20}
          value={edited ? edited.text : value === "" ? "" : formatClockTime(value, clock)}
          onFocus={(event) => event.target.select()}
          onBlur={finish}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
        />
      )}
    </Field>
  );
}

const toClockTime = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

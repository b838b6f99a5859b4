"use client";
import { Calendar } from "lucide-react";
import { type KeyboardEvent, type ReactNode, Suspense, useRef, useState } from "react";
import { IconButton } from "#components/ui/controls/button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { Popover } from "#components/ui/overlays/popover.tsx";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { type Day, isDay } from "#lib/time/days.ts";
import { formatShortDay } from "#lib/time/format-short.ts";
import { toWallTime } from "#lib/time/wall-time.ts";

// Loaded with the first press and the first letter: most fields are read only.
const MonthGrid = lazyComponent(() => import("./month-grid.tsx").then((file) => file.MonthGrid));
const loadParser = () => import("#lib/time/parse/parse-natural-date.ts");

type DateFieldProps = {
  label: string;
  /** YYYY-MM-DD, or empty. */
  value: string;
  /** The first allowed day. Without one, a day without a year may be over. */
  min?: Day;
  hint?: ReactNode;
  readOnly?: boolean;
  /** The form's name of the value. */
  name?: string;
  /** True where a month to choose from is visible beside the field. */
  hasNoButton?: boolean;
  /** True if a list follows the value: only a finished day changes it. */
  isFilter?: boolean;
  className?: string;
  /** Called while typing, in a filter afterwards: with YYYY-MM-DD, or empty as long as the text is no day. */
  onChange: (day: string) => void;
};

const unread = 'Couldn\'t read that. Try "24 Dec" or "next friday".';

/** A day, typed as "24 dec", "fri" or 2026-12-24, or chosen from a month. */
export function DateField(props: DateFieldProps) {
  const { label, value, min, hint, readOnly, name, hasNoButton, isFilter, className, onChange } = props;
  const { zone, dateOrder, weekStart } = usePreferences();
  /** The text while it is edited, the day it means, and the field's value that it belongs to. */
  const [typed, setTyped] = useState<{ text: string; day: string; of: string } | null>(null);
  const [isRefused, setIsRefused] = useState(false);
  /** Why the text is no day; null for no reason that it shows. */
  const [problem, setProblem] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  /** The last text and its day, which the next render shows, and whether the author has finished it. */
  const latest = useRef({ text: "", day: "", isFinished: false });
  const box = useRef<HTMLDivElement>(null);
  const edited = typed?.of === value ? typed : null;

  function show(text: string, day: string) {
    const isApplied = !isFilter || isDay(text.trim());
    latest.current = { text, day, isFinished: false };
    setTyped({ text, day, of: isApplied ? day : value });
    if (isApplied) onChange(day);
  }

  function write(text: string) {
    setIsRefused(false);
    setProblem(null);
    const isComplete = isDay(text.trim());
    show(text, isComplete ? text.trim() : "");
    if (text.trim() === "" || isComplete) return;
    void loadParser().then(
      ({ parseTypedDay, getNumericDateProblem }) => {
        const day = parseTypedDay(text, { now: new Date(), zone, dateOrder, isPast: min === undefined });
        if (latest.current.text !== text) return;
        if (day === null) return setProblem(getNumericDateProblem(text, dateOrder));
        if (latest.current.isFinished) choose(day);
        else show(text, day);
      },
      // Without the parser a date is still chosen from the month or typed in full.
      () => undefined,
    );
  }

  function choose(day: string) {
    latest.current = { text: "", day, isFinished: true };
    setTyped(null);
    setIsRefused(false);
    if (day !== value) onChange(day);
  }

  /** Shows the day in full, or says that the text is no day. */
  function finish() {
    const { text, day } = latest.current;
    latest.current.isFinished = true;
    if (!edited) return;
    if (day === "" && text.trim() !== "") setIsRefused(true);
    else choose(day);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter") return finish();
    if (event.key !== "ArrowDown" || hasNoButton || readOnly) return;
    event.preventDefault();
    setIsOpen(true);
  }

  return (
    <Field
      label={label}
      hint={hint}
      error={isRefused && edited ? (problem ?? unread) : undefined}
      className={className}
    >
      {(control) => (
        <div ref={box} className="relative">
          <TextInput
            {...control}
            autoComplete="off"
            maxLength={40}
            readOnly={readOnly}
            className={hasNoButton || readOnly ? undefined : "pr-10"}
            value={edited ? edited.text : formatDay(value)}
            onFocus={(event) => event.target.select()}
            onBlur={finish}
            onChange={(event) => write(event.target.value)}
            onKeyDown={onKeyDown}
          />
          {name ? <input type="hidden" name={name} value={value} /> : null}
          {hasNoButton || readOnly ? null : (
            <IconButton
              size="small"
              label="Open calendar"
              aria-expanded={isOpen}
              className="absolute! inset-y-0 right-1 my-auto"
              onClick={() => setIsOpen(!isOpen)}
            >
              <Calendar className="size-4" />
            </IconButton>
          )}
          <Popover open={isOpen} label={label} anchor={box.current} align="start" onClose={() => setIsOpen(false)}>
            {/* As high as the month: the panel must not grow. */}
            <Suspense fallback={<div className="h-[268px]" />}>
              <MonthGrid
                autoFocus
                day={isDay(value) ? value : toWallTime(new Date(), zone).date}
                min={min}
                weekStart={weekStart}
                onChoose={(day) => {
                  choose(day);
                  setIsOpen(false);
                }}
              />
            </Suspense>
          </Popover>
        </div>
      )}
    </Field>
  );
}

/** Returns `Thu 24 Dec 2026`; the text itself if it is no day. */
const formatDay = (value: string) => (isDay(value) ? `${formatShortDay(value)} ${value.slice(0, 4)}` : value);

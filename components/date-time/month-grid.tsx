"use client";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { IconButton } from "#components/ui/controls/button.tsx";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { listDaysOfView } from "#lib/time/calendar-views.ts";
import { addDays, addMonths, type Day, startOfMonth, startOfWeek } from "#lib/time/days.ts";
import { formatFullDay, formatViewTitle } from "#lib/time/format-long.ts";
import { formatShortWeekday } from "#lib/time/format-short.ts";

type MonthGridProps = {
  /** The selected day. The grid shows another month if the day moves there. */
  day: Day;
  /** The first and the last day that can be selected. */
  min?: Day;
  max?: Day;
  /** The first weekday, numbered as in `getWeekday`. */
  weekStart: number;
  /** Puts the focus on the selected day when the grid opens. */
  autoFocus?: boolean;
  /** The number of posts on a day, drawn as a bar under it. */
  postCounts?: ReadonlyMap<Day, number> | null;
  /** Called with the first day of each shown month. */
  onMonth?: (month: Day) => void;
  onChoose: (day: Day) => void;
};

/** Widths of the bar under a day; four and more posts show the full bar. */
const barWidths = ["w-0", "w-1", "w-2", "w-3", "w-5"];

const formatPostCount = (count: number) => (count === 0 ? "" : count === 1 ? ", 1 post" : `, ${count} posts`);

/** The days of a month, one of which is selected by pointer or by the arrow keys and Enter. */
export function MonthGrid(props: MonthGridProps) {
  const { day, min = "2000-01-01", max = "2098-12-31", weekStart, autoFocus, postCounts, onMonth, onChoose } = props;
  const [focused, setFocused] = useState(day);
  const grid = useRef<HTMLTableElement>(null);
  const needsFocus = useRef(autoFocus === true);
  const month = startOfMonth(focused);
  const days = useMemo(() => listDaysOfView("month", month, weekStart), [month, weekStart]);
  useEffect(() => setFocused(day), [day]);
  useEffect(() => onMonth?.(month), [month, onMonth]);
  useEffect(() => {
    if (!needsFocus.current) return;
    needsFocus.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus({ preventScroll: true });
  }, [focused]);

  function move(to: Day, event?: KeyboardEvent) {
    event?.preventDefault();
    needsFocus.current = event !== undefined;
    setFocused(to < min ? min : to > max ? max : to);
  }

  function onKeyDown(event: KeyboardEvent) {
    const targets: Record<string, Day> = {
      ArrowLeft: addDays(focused, -1),
      ArrowRight: addDays(focused, 1),
      ArrowUp: addDays(focused, -7),
      ArrowDown: addDays(focused, 7),
      Home: startOfWeek(focused, weekStart),
      End: addDays(startOfWeek(focused, weekStart), 6),
      PageUp: addMonths(focused, event.shiftKey ? -12 : -1),
      PageDown: addMonths(focused, event.shiftKey ? 12 : 1),
    };
    const target = targets[event.key];
    if (target) move(target, event);
  }

  // A week outside the range offers no day.
  const weeks = Array.from({ length: days.length / 7 }, (_, at) => days.slice(at * 7, at * 7 + 7)).filter(
    (week) => (week.at(-1) ?? min) >= min && (week[0] ?? max) <= max,
  );
  return (
    <div>
      <div className="flex items-center justify-between">
        <IconButton
          size="small"
          label="Previous month"
          disabled={startOfMonth(min) >= month}
          onClick={() => move(addMonths(month, -1))}
        >
          <ChevronLeft className="size-4" />
        </IconButton>
        <p aria-live="polite" className="text-14 font-medium">
          {formatViewTitle("month", month, days)}
        </p>
        <IconButton
          size="small"
          label="Next month"
          disabled={startOfMonth(max) <= month}
          onClick={() => move(addMonths(month, 1))}
        >
          <ChevronRight className="size-4" />
        </IconButton>
      </div>
      <table ref={grid} aria-label="Day" className="mt-1 w-full table-fixed">
        <thead className="text-12 text-ink-3">
          <tr>
            {days.slice(0, 7).map((one) => (
              <th key={one} scope="col" className="pb-1 font-normal">
                {formatShortWeekday(one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <td key={one} className="p-px">
                  <DayButton
                    day={one}
                    count={postCounts?.get(one) ?? 0}
                    isChosen={one === day}
                    isReached={one === focused}
                    isOff={one < min || one > max}
                    isOutside={one.slice(0, 7) !== month.slice(0, 7)}
                    onKeyDown={onKeyDown}
                    onChoose={onChoose}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type DayButtonProps = {
  day: Day;
  count: number;
  isChosen: boolean;
  /** The one day that Tab reaches; arrow keys move from there. */
  isReached: boolean;
  isOff: boolean;
  isOutside: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onChoose: (day: Day) => void;
};

function DayButton({ day, count, isChosen, isReached, isOff, isOutside, onKeyDown, onChoose }: DayButtonProps) {
  return (
    <button
      type="button"
      data-day={day}
      aria-pressed={isChosen}
      aria-label={`${formatFullDay(day)}${formatPostCount(count)}`}
      aria-disabled={isOff || undefined}
      tabIndex={isReached ? 0 : -1}
      onClick={() => (isOff ? undefined : onChoose(day))}
      onKeyDown={onKeyDown}
      className={joinClassNames(
        "grid h-9 w-full place-items-center content-center gap-0.5 rounded-chip text-13 tabular-nums pointer-coarse:h-11",
        isChosen ? "bg-accent text-on-accent" : isOff ? "cursor-default text-ink-3 opacity-60" : "hover:bg-sunk",
        !isChosen && !isOff && isOutside && "text-ink-3",
        isOff && "line-through",
      )}
    >
      {Number(day.slice(8))}
      {count > 0 ? (
        <span
          aria-hidden="true"
          className={joinClassNames("h-1 rounded-full bg-current opacity-70", barWidths[Math.min(count, 4)])}
        />
      ) : null}
    </button>
  );
}

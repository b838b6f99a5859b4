"use client";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import type { Day } from "#lib/time/days.ts";
import { formatShortWeekday } from "#lib/time/format-short.ts";
import { countFittingLines } from "./day-lines.ts";
import { MonthDay } from "./month-day.tsx";

/** Lines of a day before the browser has measured the height of a row. */
const initialLineCount = 3;
/** The lines that fitted into the last measured window: with them the next visit renders the month once. */
const lastFit = { lineCount: initialLineCount, windowHeight: 0 };

/** Whole weeks, one row each, which share the window's height. The grid around it handles keys and pointer. */
export function MonthView() {
  const { range, params, today } = useCalendarContext();
  const scroller = useRef<HTMLDivElement>(null);
  const weeks: (readonly Day[])[] = [];
  for (let dayIndex = 0; dayIndex < range.days.length; dayIndex += 7)
    weeks.push(range.days.slice(dayIndex, dayIndex + 7));
  const month = params.day.slice(0, 7);
  const [lineCount, setLineCount] = useState(() =>
    typeof window === "object" && lastFit.windowHeight === innerHeight ? lastFit.lineCount : initialLineCount,
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: another month may have more rows
  useLayoutEffect(() => {
    const row = scroller.current?.querySelector(".calendar-week");
    if (!row) return;
    const update = () => {
      lastFit.lineCount = countFittingLines(row.getBoundingClientRect().height);
      lastFit.windowHeight = innerHeight;
      setLineCount(lastFit.lineCount);
    };
    const observer = new ResizeObserver(update);
    observer.observe(row);
    update();
    return () => observer.disconnect();
  }, [weeks.length]);

  // In a low window, the week of today or of the requested day comes into view.
  const shownDay = range.days.includes(today) && today.startsWith(month) ? today : params.day;
  useEffect(() => {
    scroller.current?.querySelector(`[data-day="${shownDay}"]`)?.scrollIntoView({ block: "nearest" });
  }, [shownDay]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a table's rows can't share the remaining height
    <div
      ref={scroller}
      role="grid"
      aria-label="Month"
      className="calendar-scroller flex min-h-0 flex-1 flex-col overflow-y-auto rounded-card border bg-paper"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a row of that grid, which is no table */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: one of the cells has the focus, never a row */}
      <div role="row" className="sticky top-0 z-10 grid grid-cols-7 border-b bg-paper">
        {weeks[0]?.map((day) => (
          // biome-ignore lint/a11y/useSemanticElements: a heading of that grid, which is no table
          // biome-ignore lint/a11y/useFocusableInteractive: one of the cells has the focus, never a heading
          <span key={day} role="columnheader" className="px-2.5 py-1 text-12 text-ink-3 max-sm:px-1 max-sm:text-center">
            {formatShortWeekday(day)}
          </span>
        ))}
      </div>
      <div role="presentation" className="grid flex-1 auto-rows-[minmax(104px,1fr)] gap-px bg-line">
        {weeks.map((days) => (
          // biome-ignore lint/a11y/useSemanticElements: a row of that grid, which is no table
          // biome-ignore lint/a11y/useFocusableInteractive: one of the cells has the focus, never a row
          <div key={days[0]} role="row" className="calendar-week grid min-h-0 grid-cols-7 gap-px">
            {days.map((day) => (
              <MonthDay key={day} day={day} isOutside={!day.startsWith(month)} lineCount={lineCount} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

"use client";
import { CalendarSearch, ChevronLeft, ChevronRight, Ellipsis, ListFilter } from "lucide-react";
import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import { countActiveFilters } from "#components/calendar/calendar-params.ts";
import { Button, IconButton } from "#components/ui/controls/button.tsx";
import { SegmentedControl } from "#components/ui/controls/segmented-control.tsx";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { PageHeader } from "#components/ui/layout/page.tsx";
import { formatCount } from "#lib/text/format-count.ts";
import type { CalendarView } from "#lib/time/calendar-views.ts";
import { formatUtcOffset, formatViewTitle } from "#lib/time/format-calendar.ts";
import { formatShortDay, getTimeZoneCity } from "#lib/time/format-short.ts";

const viewOptions = [
  { value: "month", label: "Month" },
  { value: "week", label: "Week" },
  { value: "day", label: "Day" },
  { value: "list", label: "List" },
] as const;

const viewSpanLabels: Record<CalendarView, string> = { month: "month", week: "week", day: "day", list: "four weeks" };

export type CalendarToolbarHandlers = {
  onStep: (direction: -1 | 1) => void;
  onToday: () => void;
  onView: (view: CalendarView) => void;
  onJump: () => void;
  onFilter: () => void;
  onMore: (from: HTMLElement) => void;
};

type CalendarToolbarProps = CalendarToolbarHandlers & {
  view: CalendarView;
  tray: { count: number; onOpen: () => void };
};

/** The calendar's current range, its navigation and its view controls. */
export function CalendarToolbar({
  onStep,
  onToday,
  onView,
  onJump,
  onFilter,
  onMore,
  view,
  tray,
}: CalendarToolbarProps) {
  const { params, range, abilities } = useCalendarContext();
  const filterCount = countActiveFilters(params);
  const span = viewSpanLabels[params.view];
  return (
    <PageHeader
      title={<span aria-live="polite">{formatViewTitle(params.view, params.day, range.days)}</span>}
      note={
        <span className="flex items-center gap-1">
          <IconButton label={`Previous ${span}`} onClick={() => onStep(-1)}>
            <ChevronLeft className="size-4" />
          </IconButton>
          <Button keys="t" aria-keyshortcuts="t" onClick={onToday}>
            Today
          </Button>
          <IconButton label={`Next ${span}`} onClick={() => onStep(1)}>
            <ChevronRight className="size-4" />
          </IconButton>
          <IconButton label="Jump to a date" aria-haspopup="dialog" onClick={onJump} className="max-sm:hidden">
            <CalendarSearch className="size-4" />
          </IconButton>
        </span>
      }
      actions={
        <>
          <TimeZoneLabel className="max-xl:hidden" />
          <Button
            variant="quiet"
            icon={<ListFilter className="size-4" />}
            aria-haspopup="dialog"
            aria-keyshortcuts="f"
            onClick={onFilter}
            className={filterCount > 0 ? "text-accent!" : undefined}
          >
            {filterCount === 0 ? "Filter" : formatCount(filterCount, "filter")}
          </Button>
          <Button className="xl:hidden" aria-haspopup="dialog" onClick={tray.onOpen}>
            Unscheduled <span className="font-mono text-12 text-ink-3">{tray.count}</span>
          </Button>
          <SegmentedControl label="View" options={viewOptions} value={view} onChange={onView} />
          <IconButton
            label="More options"
            aria-haspopup="menu"
            onClick={(event) => onMore(event.currentTarget)}
            className={abilities.notes || abilities.feed ? undefined : "sm:hidden"}
          >
            <Ellipsis className="size-4" />
          </IconButton>
        </>
      }
    />
  );
}

/** Shows the zone of displayed times, the change of its clocks in the range, and the second zone; always in view. */
export function TimeZoneLabel({ className }: { className?: string }) {
  const { range, now, preferences } = useCalendarContext();
  // Uses the visible range's date: Berlin's UTC offset differs between winter and summer.
  const at = range.from <= now && now < range.to ? now : range.from;
  const changeDay = range.days.find((day) => range.clockChangeOn(day) !== null);
  const [first, last] = [range.from, new Date(range.to.getTime() - 1)].map((one) => formatUtcOffset(range.zone, one));
  return (
    <p className={joinClassNames("px-1 text-13 text-ink-3", className)}>
      Times in <strong className="font-semibold text-ink-2">{getTimeZoneCity(range.zone)}</strong> (
      {changeDay ? `${first}, from ${formatShortDay(changeDay)} ${last}` : formatUtcOffset(range.zone, at)})
      {preferences.secondZone
        ? ` · Also ${getTimeZoneCity(preferences.secondZone)} (${formatUtcOffset(preferences.secondZone, at)})`
        : null}
    </p>
  );
}

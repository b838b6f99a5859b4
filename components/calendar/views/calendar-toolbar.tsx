"use client";
import { CalendarSearch, ChevronLeft, ChevronRight, Ellipsis, Files, ListFilter } from "lucide-react";
import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import { countActiveFilters } from "#components/calendar/calendar-params.ts";
import { Button, IconButton } from "#components/ui/controls/button.tsx";
import { SegmentedControl } from "#components/ui/controls/segmented-control.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { PageHeader } from "#components/ui/layout/page.tsx";
import type { CalendarView } from "#lib/time/calendar-views.ts";
import { formatViewTitle } from "#lib/time/format-long.ts";
import { formatShortDay, getTimeZoneCity } from "#lib/time/format-short.ts";
import { formatUtcOffset } from "#lib/time/format-time-zone.ts";

const viewOptions = [
  { value: "month", label: "Month" },
  { value: "week", label: "Week" },
  { value: "day", label: "Day" },
  { value: "list", label: "List" },
] as const;

const scopeOptions = [
  { value: "mine", label: "Mine" },
  { value: "everyone", label: "Everyone" },
] as const;

/** Controls that stay on one line; on a phone that line is the page's width. */
const rowClass = "flex flex-wrap items-center justify-end gap-2 max-sm:w-[calc(100vw-32px)]";

/** On a tablet its controls take the page's width, so that they begin and end where the calendar does. */
const rowsClass =
  "flex max-w-full flex-wrap items-center justify-end gap-2 sm:max-lg:w-[calc(100vw-124px)] sm:max-lg:justify-between";

const viewSpanLabels: Record<CalendarView, string> = { month: "month", week: "week", day: "day", list: "four weeks" };

export type CalendarToolbarHandlers = {
  onStep: (direction: -1 | 1) => void;
  onToday: () => void;
  onView: (view: CalendarView) => void;
  onJump: () => void;
  onFilter: () => void;
  onMore: (from: HTMLElement) => void;
  onScope: (isEveryone: boolean) => void;
};

type CalendarToolbarProps = CalendarToolbarHandlers & {
  view: CalendarView;
  /** The members with visible posts; null for members, who only see their own. `author`: those of another member. */
  scope: "mine" | "everyone" | "author" | null;
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
  onScope,
  view,
  scope,
  tray,
}: CalendarToolbarProps) {
  const { params, range, abilities, me } = useCalendarContext();
  const filterCount = countActiveFilters(params, me);
  const span = viewSpanLabels[params.view];
  const more = (className: string) => (
    <IconButton
      label="More options"
      aria-haspopup="menu"
      onClick={(event) => onMore(event.currentTarget)}
      className={className}
    >
      <Ellipsis className="size-4" />
    </IconButton>
  );
  return (
    <PageHeader
      title={
        // A range of two months breaks on a phone, after its dash, so that the arrows stay beside it.
        <span
          aria-live="polite"
          className="max-sm:block max-sm:max-w-36 max-sm:text-15 max-sm:text-balance max-sm:whitespace-normal"
        >
          {formatViewTitle(params.view, params.day, range.days).replace(/(?<!–) /g, "\u00a0")}
        </span>
      }
      note={
        <span className="flex flex-wrap items-center gap-1 max-sm:gap-0">
          <IconButton label={`Previous ${span}`} onClick={() => onStep(-1)}>
            <ChevronLeft className="size-4" />
          </IconButton>
          <Button keys="t" aria-keyshortcuts="t" onClick={onToday} className="max-sm:px-2.5!">
            Today
          </Button>
          <IconButton label={`Next ${span}`} onClick={() => onStep(1)}>
            <ChevronRight className="size-4" />
          </IconButton>
          <IconButton label="Jump to a date" aria-haspopup="dialog" onClick={onJump} className="max-sm:hidden">
            <CalendarSearch className="size-4" />
          </IconButton>
          {more("sm:hidden")}
        </span>
      }
      actions={
        <>
          <TimeZoneLabel className="max-xl:hidden" />
          <div className={rowsClass}>
            <span className={rowClass}>
              <Select
                aria-label="View"
                value={view}
                onChange={({ target }) => onView(target.value as CalendarView)}
                className="mr-auto sm:hidden"
              >
                {viewOptions.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
              {scope ? (
                <SegmentedControl
                  label="Posts of"
                  options={scopeOptions}
                  value={scope === "author" ? null : scope}
                  onChange={(value) => onScope(value === "everyone")}
                  className="max-sm:*:px-2"
                />
              ) : null}
              <Button
                variant="quiet"
                icon={<ListFilter className="size-4" />}
                aria-haspopup="dialog"
                aria-keyshortcuts="f"
                onClick={onFilter}
                className={joinClassNames("max-sm:px-2.5!", filterCount > 0 && "text-accent!")}
              >
                {filterCount === 0 ? (
                  <span className="max-sm:sr-only">Filter</span>
                ) : (
                  <span>
                    {filterCount} <span className="max-sm:sr-only">{filterCount === 1 ? "filter" : "filters"}</span>
                  </span>
                )}
              </Button>
              <Button className="max-sm:px-2.5! xl:hidden" aria-haspopup="dialog" onClick={tray.onOpen}>
                <span className="flex items-center gap-2">
                  <span className={scope ? "max-sm:sr-only" : undefined}>Unscheduled</span>
                  <Files className={joinClassNames("size-4", scope ? "sm:hidden" : "hidden")} />
                  <span className="font-mono text-12 text-ink-3">{tray.count}</span>
                </span>
              </Button>
            </span>
            <span className="flex items-center gap-2 max-sm:hidden">
              <SegmentedControl label="View" options={viewOptions} value={view} onChange={onView} />
              {abilities.notes || abilities.feed ? more("") : null}
            </span>
          </div>
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

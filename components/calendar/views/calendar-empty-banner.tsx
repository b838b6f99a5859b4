import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import { countActiveFilters } from "#components/calendar/calendar-params.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";

/** Says why a view is empty and offers the next step; renders nothing for a view with entries. */
export function CalendarEmptyBanner({ hasDrafts, onShowAll }: { hasDrafts: boolean; onShowAll: () => void }) {
  const { params, entriesByDay, abilities, me } = useCalendarContext();
  if (entriesByDay.size > 0) return null;
  if (countActiveFilters(params, me) > 0) {
    return (
      <Banner
        role="status"
        className="mb-2.5"
        actions={
          <Button size="small" onClick={onShowAll}>
            Show all
          </Button>
        }
      >
        No posts here match the filter.
      </Banner>
    );
  }
  if (!abilities.write) return null;
  const orDraft = hasDrafts ? ", or schedule a draft" : "";
  return (
    <Banner className="mb-2.5">
      Nothing is scheduled here yet.{" "}
      {params.view === "list" ? `Write a post${orDraft}.` : `Select a day to write a post${orDraft}.`}
    </Banner>
  );
}

import { Button } from "#components/ui/controls/button.tsx";
import { Notice } from "#components/ui/feedback/banner.tsx";
import { countFilters } from "#components/calendar/calendar-params.ts";
import { useScreen } from "#components/calendar/calendar-context.tsx";

/** Says why a view is empty, and the step that fills it; nothing where something stands in it. */
export function EmptyNote({ hasDrafts, onShowAll }: { hasDrafts: boolean; onShowAll: () => void }) {
  const { sight, byDay, abilities } = useScreen();
  if (byDay.size > 0) return null;
  if (countFilters(sight) > 0) {
    return (
      <Notice
        role="status"
        className="mb-2.5"
        actions={
          <Button size="small" onClick={onShowAll}>
            Show all
          </Button>
        }
      >
        Nothing in view matches the filter.
      </Notice>
    );
  }
  if (!abilities.write) return null;
  return (
    <Notice className="mb-2.5">
      Nothing is planned here yet. Press a day to write for it{hasDrafts ? ", or give a draft its time" : ""}.
    </Notice>
  );
}

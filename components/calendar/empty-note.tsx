import { Button } from "#components/ui/button";
import { Notice } from "#components/ui/notice";
import { countFilters } from "./address.ts";
import { useScreen } from "./screen.tsx";

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

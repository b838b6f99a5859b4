import { Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { Page } from "#components/ui/layout/page.tsx";

export default function CalendarLoading() {
  return (
    <Page title="Calendar">
      <div role="status" className="grid grid-cols-7 gap-px overflow-hidden rounded-card border bg-line">
        <span className="sr-only">Loading the calendar</span>
        {Array.from({ length: 35 }, (_, day) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: empty placeholder days never change places
          <div key={day} className="h-[118px] bg-paper p-2">
            <Skeleton className="size-5" />
            {day % 3 === 0 ? <Skeleton className="mt-2 h-9" /> : null}
          </div>
        ))}
      </div>
    </Page>
  );
}

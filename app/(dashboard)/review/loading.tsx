import { Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { PageHeader } from "#components/ui/layout/page.tsx";

export default function ReviewLoading() {
  return (
    <>
      <PageHeader title="Review" />
      <div
        role="status"
        aria-label="Loading claims"
        className="grid flex-1 gap-6 border-t p-3 md:grid-cols-[300px_minmax(0,1fr)] xl:grid-cols-[356px_minmax(0,1fr)]"
      >
        <div className="grid content-start gap-2">
          {["first", "second", "third", "fourth", "fifth"].map((name) => (
            <Skeleton key={name} className="h-14 rounded-card" />
          ))}
        </div>
        <Skeleton className="h-80 rounded-sheet max-md:hidden" />
      </div>
    </>
  );
}

import { Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { Page } from "#components/ui/layout/page.tsx";

const heights = ["h-64", "h-48", "h-40"];

export default function HomeLoading() {
  return (
    <Page title={<Skeleton className="h-5 w-48" />}>
      <p role="status" className="sr-only">
        Loading Home
      </p>
      <div className="grid items-start gap-3.5 sm:grid-cols-2 xl:grid-cols-3">
        {heights.map((height) => (
          <Skeleton key={height} className={`w-full rounded-card ${height}`} />
        ))}
      </div>
    </Page>
  );
}

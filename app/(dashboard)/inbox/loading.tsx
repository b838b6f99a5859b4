import { Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { Page } from "#components/ui/layout/page.tsx";

export default function InboxLoading() {
  return (
    <Page title="Inbox" width="reading">
      <div role="status" aria-label="Loading inbox" className="grid gap-3.5">
        {["first", "second", "third"].map((name) => (
          <Skeleton key={name} className="h-36 rounded-card" />
        ))}
      </div>
    </Page>
  );
}

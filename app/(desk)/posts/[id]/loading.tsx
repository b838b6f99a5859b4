import { Page } from "#components/ui/page";
import { Skeleton } from "#components/ui/skeleton";

export default function PostLoading() {
  return (
    <Page title="Post" back={{ href: "/posts", label: "Posts" }}>
      <div role="status" className="grid gap-[18px] lg:grid-cols-[minmax(0,1fr)_minmax(300px,400px)]">
        <span className="sr-only">Loading the post</span>
        <Skeleton className="h-[320px] rounded-sheet" />
        <Skeleton className="h-[200px] rounded-card" />
      </div>
    </Page>
  );
}

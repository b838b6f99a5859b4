import { Skeleton, SkeletonRows } from "#components/ui/feedback/skeleton.tsx";
import { Page } from "#components/ui/layout/page.tsx";

export default function PostsLoading() {
  return (
    <Page title="Posts">
      <Skeleton className="mb-2.5 h-9 w-2/3" />
      <SkeletonRows label="Loading posts" />
    </Page>
  );
}

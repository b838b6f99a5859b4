import { SkeletonRows } from "#components/ui/feedback/skeleton.tsx";
import { Page } from "#components/ui/layout/page.tsx";

export default function LeaderboardLoading() {
  return (
    <Page title="Leaderboard" note="approved points">
      <div className="mx-auto max-w-[944px]">
        <SkeletonRows label="Loading leaderboard" />
      </div>
    </Page>
  );
}

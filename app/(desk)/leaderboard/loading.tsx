import { Page } from "#components/ui/page";
import { SkeletonRows } from "#components/ui/skeleton";

export default function LeaderboardLoading() {
  return (
    <Page title="Leaderboard" note="approved points">
      <div className="mx-auto max-w-[944px]">
        <SkeletonRows label="Loading the leaderboard" />
      </div>
    </Page>
  );
}

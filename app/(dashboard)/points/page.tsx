import { Coins } from "lucide-react";
import type { Metadata } from "next";
import { PointsStatementPage, statementPageSize } from "#components/review/ledger/points-statement-page.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { readPreferences } from "#lib/gateway/account/preferences.ts";
import { listOwnPoints } from "#lib/gateway/claims.ts";
import { readMemberRank } from "#lib/gateway/leaderboard.ts";
import { getServiceClient, redirectIfSignedOut } from "#lib/gateway/service-client.ts";
import { getServiceTime } from "#lib/gateway/service-location.ts";
import { FailureState } from "../../failure-state.tsx";

export const metadata: Metadata = { title: "Your points" };

type PointsRouteProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function PointsRoute({ searchParams }: PointsRouteProps) {
  const requested = Number((await searchParams)["page"]);
  const page = Number.isInteger(requested) && requested > 0 && requested <= 10_000 ? requested : 1;
  const client = await getServiceClient();
  const [statement, rank, times] = await Promise.all([
    redirectIfSignedOut(listOwnPoints(client, { limit: statementPageSize, offset: (page - 1) * statementPageSize })),
    readMemberRank(),
    readPreferences(),
  ]);
  if (statement.error) {
    const isMissing = statement.error.code === "not_found";
    return (
      <Page title="Your points" back={{ href: "/leaderboard", label: "Leaderboard" }}>
        {isMissing ? (
          <EmptyState icon={<Coins />} title="This service doesn't list points" />
        ) : (
          <FailureState failure={statement.error} again="/points" />
        )}
      </Page>
    );
  }
  return (
    <PointsStatementPage
      lines={statement.ok.lines}
      total={statement.ok.total}
      page={page}
      points={rank?.points ?? null}
      pending={rank?.pending ?? null}
      times={times}
      now={getServiceTime()}
    />
  );
}

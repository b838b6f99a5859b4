import type { Metadata } from "next";
import { Leaderboard } from "#components/leaderboard/leaderboard.tsx";
import { LeaderboardAutoRefresh } from "#components/leaderboard/leaderboard-auto-refresh.tsx";
import {
  getLeaderboardPath,
  leaderboardPageSize,
  parseLeaderboardParams,
} from "#components/leaderboard/leaderboard-params.ts";
import { LeaderboardFilters, LeaderboardToolbar } from "#components/leaderboard/leaderboard-toolbar.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { readLeaderboard, supportsLeaderboardPeriods } from "#lib/gateway/leaderboard.ts";
import { getServiceCapabilities } from "#lib/gateway/service-capabilities.ts";
import { getIdentity, getServiceClient, redirectIfSignedOut } from "#lib/gateway/service-client.ts";
import { getServiceTime } from "#lib/gateway/service-location.ts";
import { FailureState } from "../../failure-state.tsx";

export const metadata: Metadata = { title: "Leaderboard" };

type LeaderboardRouteProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Number of members from which the leaderboard has a search field. */
const searchedFrom = 20;

export default async function LeaderboardRoute({ searchParams }: LeaderboardRouteProps) {
  const [client, offered, hasFilters, search] = await Promise.all([
    getServiceClient(),
    getServiceCapabilities(),
    supportsLeaderboardPeriods(),
    searchParams,
  ]);
  const requested = parseLeaderboardParams(search, getServiceTime());
  const view = hasFilters ? requested : { ...requested, period: "all" as const, from: null, to: null, channel: null };
  const [leaderboard, me, channels] = await Promise.all([
    redirectIfSignedOut(
      readLeaderboard(client, { ...view, limit: leaderboardPageSize, offset: (view.page - 1) * leaderboardPageSize }),
    ),
    getIdentity(),
    hasFilters ? client.listChannels() : null,
  ]);
  const members = leaderboard.ok?.members ?? 0;
  return (
    <Page
      title="Leaderboard"
      note="approved points"
      actions={<LeaderboardToolbar view={view} hasFilters={hasFilters} />}
    >
      <LeaderboardAutoRefresh />
      <LeaderboardFilters
        view={view}
        channels={channels?.ok ?? []}
        hasFilters={hasFilters}
        canSearch={members > searchedFrom || view.q !== ""}
      />
      {leaderboard.error ? (
        <FailureState failure={leaderboard.error} again={getLeaderboardPath(view)} />
      ) : (
        <Leaderboard
          view={view}
          memberId={me.ok?.membership.id ?? ""}
          hasStatement={offered.has("listOwnPoints")}
          {...leaderboard.ok}
        />
      )}
    </Page>
  );
}

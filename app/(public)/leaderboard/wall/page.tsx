import type { Metadata } from "next";
import { getLeaderboardPath, parseLeaderboardParams } from "#components/leaderboard/leaderboard-params.ts";
import { LeaderboardWall } from "#components/leaderboard/leaderboard-wall.tsx";
import { WallRealtimeRefresh } from "#components/leaderboard/wall-realtime-refresh.tsx";
import { readLeaderboard, supportsLeaderboardPeriods } from "#lib/gateway/leaderboard.ts";
import { canSubscribeToEvents } from "#lib/gateway/service-capabilities.ts";
import { getIdentity, getServiceClient, redirectIfSignedOut } from "#lib/gateway/service-client.ts";
import { getServiceTime, isEmbeddedService } from "#lib/gateway/service-location.ts";
import { FailureState } from "../../../failure-state.tsx";
import "./wall.css";

export const metadata: Metadata = { title: "Leaderboard wall" };

type WallRouteProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Number of rows that are legible from a distance. */
const wallRows = 10;

/** The leaderboard for a big screen; needs a session. */
export default async function WallRoute({ searchParams }: WallRouteProps) {
  const [client, knows, search] = await Promise.all([getServiceClient(), supportsLeaderboardPeriods(), searchParams]);
  // Taken before the first read. A service on another host may not know the parameter.
  const since = isEmbeddedService() ? getServiceTime().toISOString() : null;
  const asked = parseLeaderboardParams(search, getServiceTime());
  const cut = knows ? asked : { ...asked, period: "all" as const, from: null, to: null, channel: null };
  const view = { ...cut, q: "", page: 1 };
  const [me, board, channels, hears] = await Promise.all([
    redirectIfSignedOut(getIdentity()),
    readLeaderboard(client, { ...view, limit: wallRows, offset: 0 }),
    view.channel ? client.listChannels() : null,
    canSubscribeToEvents(),
  ]);
  const error = me.error ?? board.error;
  if (error || !me.ok || !board.ok) {
    return (
      <main className="grid min-h-dvh content-center">
        {error ? <FailureState failure={error} again="/leaderboard/wall" level={1} /> : null}
      </main>
    );
  }
  return (
    <>
      <WallRealtimeRefresh events={hears ? "/events" : null} since={since} closePath={getLeaderboardPath(view)} />
      <LeaderboardWall
        organization={me.ok.org.name}
        channel={channels?.ok?.find(({ id }) => id === view.channel)?.name ?? null}
        view={view}
        rows={board.ok.rows}
        members={board.ok.members}
      />
    </>
  );
}

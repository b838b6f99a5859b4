import type { Metadata } from "next";
import { FollowWall } from "#components/leaderboard/wall-auto-refresh.tsx";
import { Wall } from "#components/leaderboard/leaderboard-wall.tsx";
import { hearsOfChanges } from "#lib/gateway/service-capabilities.ts";
import { gateway, getIdentity, orSignIn } from "#lib/gateway/service-client.ts";
import { knowsBoards, readBoard } from "#lib/gateway/leaderboard.ts";
import { isOwnService, serviceNow } from "#lib/gateway/service-location.ts";
import { parseBoardView } from "#components/leaderboard/leaderboard-params.ts";
import { Failed } from "../../../failure-state.tsx";
import "./wall.css";

export const metadata: Metadata = { title: "Leaderboard wall" };

type WallPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** As many as can be read from across a room. */
const wallRows = 10;

/** The leaderboard on a big screen, for who is signed in. */
export default async function WallPage({ searchParams }: WallPageProps) {
  const [client, knows, search] = await Promise.all([gateway(), knowsBoards(), searchParams]);
  // Before anything is read. A service elsewhere need not know the question.
  const since = isOwnService() ? serviceNow().toISOString() : null;
  const asked = parseBoardView(search, serviceNow());
  const cut = knows ? asked : { ...asked, period: "all" as const, from: null, to: null, channel: null };
  const view = { ...cut, q: "", page: 1 };
  const [me, board, channels, hears] = await Promise.all([
    orSignIn(getIdentity()),
    readBoard(client, { ...view, limit: wallRows, offset: 0 }),
    view.channel ? client.listChannels() : null,
    hearsOfChanges(),
  ]);
  const error = me.error ?? board.error;
  if (error || !me.ok || !board.ok) {
    return (
      <main className="grid min-h-dvh content-center">
        {error ? <Failed failure={error} again="/leaderboard/wall" level={1} /> : null}
      </main>
    );
  }
  return (
    <>
      <FollowWall events={hears ? "/events" : null} since={since} />
      <Wall
        organization={me.ok.org.name}
        channel={channels?.ok?.find(({ id }) => id === view.channel)?.name ?? null}
        view={view}
        rows={board.ok.rows}
      />
    </>
  );
}

import type { Metadata } from "next";
import { BoardCuts, BoardTools } from "#components/leaderboard/leaderboard-toolbar.tsx";
import { FollowBoard } from "#components/leaderboard/leaderboard-auto-refresh.tsx";
import { Leaderboard } from "#components/leaderboard/leaderboard.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { gateway, getIdentity, orSignIn } from "#lib/gateway/service-client.ts";
import { knowsBoards, readBoard } from "#lib/gateway/leaderboard.ts";
import { serviceNow } from "#lib/gateway/service-location.ts";
import { boardPath, pageRows, parseBoardView } from "#components/leaderboard/leaderboard-params.ts";
import { Failed } from "../../failure-state.tsx";

export const metadata: Metadata = { title: "Leaderboard" };

type LeaderboardPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** So many members are found by looking. */
const searchedFrom = 20;

export default async function LeaderboardPage({ searchParams }: LeaderboardPageProps) {
  const [client, knows, search] = await Promise.all([gateway(), knowsBoards(), searchParams]);
  const asked = parseBoardView(search, serviceNow());
  const view = knows ? asked : { ...asked, period: "all" as const, from: null, to: null, channel: null };
  const [board, me, channels] = await Promise.all([
    orSignIn(readBoard(client, { ...view, limit: pageRows, offset: (view.page - 1) * pageRows })),
    getIdentity(),
    knows ? client.listChannels() : null,
  ]);
  const members = board.ok?.members ?? 0;
  return (
    <Page title="Leaderboard" note="approved points" actions={<BoardTools view={view} knowsBoards={knows} />}>
      <FollowBoard />
      <BoardCuts
        view={view}
        channels={channels?.ok ?? []}
        knowsBoards={knows}
        canSearch={members > searchedFrom || view.q !== ""}
      />
      {board.error ? (
        <Failed failure={board.error} again={boardPath(view)} />
      ) : (
        <Leaderboard view={view} you={me.ok?.membership.id ?? ""} {...board.ok} />
      )}
    </Page>
  );
}

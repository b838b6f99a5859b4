import type { Metadata } from "next";
import { Leaderboard } from "#components/leaderboard/leaderboard";
import { Page } from "#components/ui/page";
import { api } from "#lib/contract/api";
import { gateway, getIdentity, orSignIn } from "#lib/gateway/gateway";
import { isOwnService } from "#lib/gateway/service-at";
import { Failed } from "../../failed.tsx";

export const metadata: Metadata = { title: "Leaderboard" };

export default async function LeaderboardPage() {
  const client = await gateway();
  const [entries, me] = await Promise.all([orSignIn(client.getLeaderboard()), getIdentity()]);
  return (
    <Page title="Leaderboard" note="approved points, all time">
      {entries.error ? (
        <Failed failure={entries.error} again="/leaderboard" />
      ) : (
        <Leaderboard
          entries={entries.ok}
          you={me.ok?.membership.id ?? ""}
          levelRule={isOwnService() ? api.getLeaderboard.description : null}
        />
      )}
    </Page>
  );
}

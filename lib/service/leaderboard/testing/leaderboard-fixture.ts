import type { LeaderboardEntry, MemberRank } from "#lib/contract/types.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { subtractUtcDays } from "#lib/service/leaderboard/leaderboard-selection.ts";
import type { CreatedOrganization } from "#lib/service/members/create-organization.ts";

/** The channel of what was given without one. */
export const noChannelUuid = "00000000-0000-0000-0000-000000000000";

/** A service with boards of an organization, and short ways to fill and to ask them. */
export type LeaderboardFixture = Awaited<ReturnType<typeof openLeaderboardFixture>>;

export async function openLeaderboardFixture() {
  const service: TestService = await openTestService();
  // At midnight today is another day, also in the middle of a test.
  service.clock.hold();
  let org: CreatedOrganization = service.org;
  const sql = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await service.database.pool.query<T>(text, values)).rows;
  const ask = async (path: string, key = org.key) => service.call("GET", `/v1/leaderboard${path}`, { key });
  return {
    service,
    sql,
    ask,
    /** Boards of their own for one test. */
    async fresh(name = "Boards"): Promise<CreatedOrganization> {
      org = await service.addOrganization(name);
      return org;
    },
    /** A member who joined long ago, unless said. */
    async join(name: string, joinedDaysAgo = 400): Promise<string> {
      const id = service.clock.newId();
      await sql(
        `insert into members (id, org_id, name, email, role, created_at) values ($1, $2, $3, 'm@example.org', 'member', now() - $4 * interval '1 day')`,
        [id, org.orgId, name, joinedDaysAgo],
      );
      await sql("insert into member_totals (member_id, org_id) values ($1, $2)", [id, org.orgId]);
      return id;
    },
    /** As the ledger's transaction keeps it: total and day together. */
    async credit(memberId: string, points: number, day: string, channelId = noChannelUuid): Promise<void> {
      await sql(
        `insert into member_days (org_id, member_id, day, channel_id, points) values ($1, $2, $3, $4, $5)
         on conflict (member_id, day, channel_id) do update set points = member_days.points + excluded.points`,
        [org.orgId, memberId, day, channelId, points],
      );
      await sql("update member_totals set points = points + $2 where member_id = $1", [memberId, points]);
    },
    today: () => subtractUtcDays(service.clock.now(), 0),
    board: async (query = ""): Promise<LeaderboardEntry[]> => (await ask(query)).wire.data,
    standing: async (query = ""): Promise<MemberRank> => (await ask(`/me${query}`)).wire.data,
    close: () => service.close(),
  };
}

export const summarizeEntries = (entries: readonly LeaderboardEntry[]) =>
  entries.map(({ name, points, rank }) => [name, points, rank]);

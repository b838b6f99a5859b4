import { openTestService, type TestResponse, type TestService } from "#lib/service/http/testing/test-service.ts";
import { addPendingClaims, type PendingClaimsSeed } from "./pending-claims.ts";

/** A service with an author, two who review, and short ways to ask. */
export type ReviewFixture = Awaited<ReturnType<typeof openReviewFixture>>;

export async function openReviewFixture() {
  const service: TestService = await openTestService();
  const { pool } = service.database;
  const author = await service.addMember("member");
  const other = await service.addMember("admin");
  const admin = { memberId: service.org.memberId, key: service.org.key };
  const ask = (method: string, path: string, key: string, json?: unknown): Promise<TestResponse> =>
    service.call(method, `/v1${path}`, { key, ...(json !== undefined && { json }) });
  const claims = (count: number, more: Partial<PendingClaimsSeed> = {}) =>
    addPendingClaims(pool, {
      orgId: service.org.orgId,
      memberIds: [author.memberId],
      channelId: service.org.channelIds[0] ?? "",
      count,
      ...more,
    });
  return {
    service,
    pool,
    author,
    admin,
    other,
    ask,
    claims,
    claim: async (more: Partial<PendingClaimsSeed> = {}) => (await claims(1, more))[0] ?? "",
    decide: (id: string, json: unknown, key = admin.key) => ask("POST", `/claims/${id}/decision`, key, json),
    get: async (id: string, key = admin.key) => (await ask("GET", `/claims/${id}`, key)).wire?.data,
    settings: (settings: Record<string, unknown>) =>
      pool.query("update organizations set settings = $2 where id = $1", [service.org.orgId, settings]),
    total: async (memberId: string): Promise<number> => {
      const { rows } = await pool.query("select points from member_totals where member_id = $1", [memberId]);
      return rows[0]?.points ?? 0;
    },
    lines: async (postId: string): Promise<Record<string, unknown>[]> =>
      (await pool.query("select * from ledger where post_id = $1 order by id", [postId])).rows,
    close: () => service.close(),
  };
}

/** `409 sentence` of a refusal. */
export const formatRefusal = ({ status, wire }: TestResponse): string => `${status} ${wire.error?.message}`;

import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "./testing/test-database.ts";

let database: Awaited<ReturnType<typeof openTestDatabase>>;
const orgId = randomUUID();
const memberId = randomUUID();
const channelId = randomUUID();

beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool.query("insert into organizations (id, name, slug) values ($1, 'North', 'north')", [orgId]);
  await database.pool.query(
    "insert into members (id, org_id, name, email, role) values ($1, $2, 'Ines', 'ines@example.org', 'admin')",
    [memberId, orgId],
  );
  await database.pool.query(
    "insert into channels (id, org_id, platform, name, username) values ($1, $2, 'x', 'X', 'practice_x')",
    [channelId, orgId],
  );
});
afterAll(() => database.drop());

const statuses = ["draft", "scheduled", "publishing", "published", "failed", "canceled"] as const;

test("the stored counts equal a recount after any mix of inserts, moves, deletions and restores", async () => {
  const step = fc.record({
    kind: fc.constantFrom("insert", "move", "moveAll", "remove", "restore", "erase"),
    status: fc.constantFrom(...statuses),
    pick: fc.nat(9),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const ids: string[] = [];
      for (const { kind, status, pick } of steps) {
        const id = ids[pick % Math.max(ids.length, 1)];
        if (kind === "insert") {
          const made = randomUUID();
          ids.push(made);
          await database.pool.query(
            `insert into posts (id, org_id, member_id, submission_id, channel_id, platform, status, delivery, parts, points)
             values ($1, $2, $3, $1, $4, 'x', $5, 'thread', '[]', 20)`,
            [made, orgId, memberId, channelId, status],
          );
        } else if (kind === "moveAll") await database.pool.query("update posts set status = $1", [status]);
        else if (!id) continue;
        else if (kind === "move") await database.pool.query("update posts set status = $1 where id = $2", [status, id]);
        else if (kind === "remove")
          await database.pool.query("update posts set deleted_at = now() where id = $1", [id]);
        else if (kind === "restore")
          await database.pool.query("update posts set deleted_at = null where id = $1", [id]);
        else await database.pool.query("delete from posts where id = $1", [id]);
      }
      const { rows } = await database.pool.query(
        `select s.status,
           coalesce((select sum(delta) from post_count_deltas d where d.member_id = $1 and d.status = s.status), 0)::int as kept,
           (select count(*) from posts p where p.member_id = $1 and p.status = s.status and p.deleted_at is null)::int as counted
         from unnest($2::text[]) as s(status)`,
        [memberId, statuses],
      );
      for (const row of rows) expect(row.kept, row.status).toBe(row.counted);
    }),
    { numRuns: 25 },
  );
});

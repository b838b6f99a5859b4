/** Three servers of one process on one pool: our `/v1` behind its front door, and two yardsticks. Prints where they listen. */
import type { RequestListener } from "node:http";
import { systemClock } from "#lib/service/core/clock.ts";
import { createLog } from "#lib/service/core/log.ts";
import { openTestDatabase } from "#lib/service/db/testing/test-database.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { createOrganization } from "#lib/service/members/create-organization.ts";
import { compactPostCounters } from "#lib/service/posts/read/compact-post-counters.ts";
import { createGuardedListener, createRowsListener, listen, openServiceHttp } from "./http-server.ts";

const posts = 2_000;
const database = await openTestDatabase();
const { pool } = database;
const org = await inTransaction(pool, (tx) =>
  createOrganization(tx, { organization: "Bench", name: "Bench", email: "b@example.org" }, systemClock),
);
await pool.query(
  `insert into posts (id, org_id, member_id, submission_id, channel_id, platform, status, delivery, parts, points,
     published_at, created_at, updated_at)
   select gen_random_uuid(), $1, $2, gen_random_uuid(), $3, 'x', 'published', 'thread',
     jsonb_build_array(jsonb_build_object('text', repeat('word ', 40))), 20, at, at, at
   from (select now() - n * interval '1 minute' as at from generate_series(1, $4) as n) as times`,
  [org.orgId, org.memberId, org.channelIds[0], posts],
);
await pool.query(
  `insert into planned_parts (post_id, channel_id, number, text, part_key, state, sent_at, remote_id, url, proof)
   select id, channel_id, 1, 'text', id::text, 'sent', published_at, id::text, 'https://x.example/' || id, 'answer' from posts`,
);
await compactPostCounters(pool);
await pool.query("vacuum analyze");

const http = await openServiceHttp(database, createLog("info"));

/** The least that gives the same rows: one prepared query, no key, no total, nothing presented. */
const bare: RequestListener = (_request, response) => {
  void pool
    .query({
      name: "bare",
      text: `select id, channel_id, submission_id, platform, status, delivery, parts, points, scheduled_for, due_at, attempts,
          error, failure_cause, failure_part, published_at, version, created_at, updated_at
        from posts where member_id = $1 and deleted_at is null order by created_at desc nulls last, id desc nulls last limit 20`,
      values: [org.memberId],
    })
    .then(({ rows }) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ data: rows }));
    });
};

const front = await listen(createGuardedListener(http));
process.stdout.write(
  `${JSON.stringify({ bare: await listen(bare), same: await listen(createRowsListener(pool, org.memberId)), ours: front, key: org.key })}\n`,
);
process.once("SIGTERM", async () => {
  await http.close();
  await database.drop();
  process.exit(0);
});

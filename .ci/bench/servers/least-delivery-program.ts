/**
 * Publishes due posts by the least that is safe: a statement that records the intent, the platform, a statement that records
 * the outcome. No lease, plan, order of a channel, event or claim. `node least-delivery-program.ts '{connection}'`. With
 * `stays` as well, it waits for posts that come due later.
 */
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

const lanes = 8;
const stays = process.argv[3] === "stays";
/** Each lane's pause while nothing is due: together they look each 10 ms. */
const idleMs = 10 * lanes;
const connection = JSON.parse(process.argv[2] ?? "{}") as pg.ClientConfig;

async function publishAll(): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  for (;;) {
    const { rows } = await client.query({
      name: "intent",
      text: `update posts set status = 'publishing', fence = fence + 1, version = version + 1 where id = (
               select id from posts where due_at <= now() and deleted_at is null and status = 'scheduled'
               order by due_at limit 1 for update skip locked) returning id, channel_id, parts -> 0 ->> 'text' as text`,
    });
    const post = rows[0];
    if (!post) {
      if (!stays) break;
      await pause(idleMs);
      continue;
    }
    await client.query({
      name: "platform",
      text: `insert into practice_items (id, account, key, root, part, text, images)
             select $1::uuid, username, $1::uuid || '.1', $1::uuid, 1, $3, '[]' from channels where id = $2`,
      values: [post.id, post.channel_id, post.text],
    });
    await client.query({
      name: "outcome",
      text: "update posts set status = 'published', published_at = now(), due_at = null, version = version + 1 where id = $1",
      values: [post.id],
    });
  }
  await client.end();
}

process.on("SIGTERM", () => process.exit(0));
process.stdout.write("ready\n");
await Promise.all(Array.from({ length: lanes }, publishAll));

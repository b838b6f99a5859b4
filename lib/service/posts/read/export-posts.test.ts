import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Post } from "#lib/contract/types.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const get = async (query: string, key = service.org.key) =>
  await service.call("GET", `/v1/posts/export?${query}`, { key });

/** Parses RFC 4180 by its own grammar: quoted fields with doubled quotes, records ended by CRLF. */
function readCsv(text: string): string[][] {
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  const records: string[][] = [];
  let record: string[] = [];
  while (field.lastIndex < text.length) {
    const found = field.exec(text);
    if (!found) throw new Error(`no CSV at ${text.slice(field.lastIndex, field.lastIndex + 20)}`);
    record.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? "");
    if (found[3] === ",") continue;
    records.push(record);
    record = [];
  }
  return records;
}

/**
 * Inserts drafts of one text without the triggers, whose work is done once for all of them; 10,000 per statement. The
 * indexes are created afterwards: kept up to date for each row, they take two thirds of the time.
 */
async function seed(count: number, text: string): Promise<void> {
  const { pool } = service.database;
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = 'posts'::regclass and not indisprimary`,
  );
  for (const { name } of indexes) await pool.query(`drop index ${name}`);
  await pool.query("alter table posts disable trigger user");
  for (let from = 0; from < count; from += 10_000) {
    await pool.query(
      `insert into posts (id, org_id, member_id, submission_id, channel_id, platform, status, delivery, parts, points,
         created_at, planned_at, search)
       select gen_random_uuid(), $1, $2, gen_random_uuid(), $3, 'x', 'draft', 'thread', text.parts, 20, at, at, text.search
       from (select now() - (n / 3) * interval '1 second' as at from generate_series($5::int, $6::int) as n) as made
         cross join (select parts, post_search(parts) as search
           from jsonb_build_array(jsonb_build_object('text', $4::text)) as parts) as text`,
      [service.org.orgId, service.org.memberId, service.org.channelIds[0], text, from, from + 9_999],
    );
  }
  await pool.query("alter table posts enable trigger user");
  for (const { definition } of indexes) await pool.query(definition);
}

describe("an export", () => {
  test("the CSV follows RFC 4180 for any text", async () => {
    const texts = [
      'She said "yes", twice',
      "two\r\nlines, and\none more",
      ",;\t'",
      "Grüße 東京 🎉",
      " ends with blanks ",
    ];
    const made: Post[] = [];
    for (const text of texts) {
      made.push(...(await service.create({ channels: service.org.channelIds.slice(0, 1), text, draft: true })));
    }
    const { status, headers, text } = await get("q=");
    expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8; header=present"]);
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="posts-\d{4}-\d\d-\d\d\.csv"$/);
    const [head, ...records] = readCsv(text);
    const rows = records.map((cells) => Object.fromEntries(cells.map((cell, at) => [head?.[at], cell])));
    expect(new Map(rows.map((row) => [row["id"], row["text"]]))).toEqual(
      new Map(made.map((post) => [post.id, post.posts[0]?.text])),
    );
    expect(rows[0]).toMatchObject({
      status: "draft",
      platform: "x",
      channel: "Practice X",
      member: "Ada of Analytical Engines",
      parts: "1",
      points: "20",
      scheduled_for: "",
      published_at: "",
      published_urls: "",
      error: "",
    });
  });

  test("the CSV contains no formula that a spreadsheet would run", async () => {
    const member = await service.addMember("member");
    const evil = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("https://evil.example","x")', "a;=1+1"];
    // Written by SQL, because the API normalizes some of these texts.
    await service.database.pool.query(
      `insert into posts (id, org_id, member_id, submission_id, channel_id, platform, status, delivery, parts, points)
       select gen_random_uuid(), $1, $2, gen_random_uuid(), $3, 'x', 'draft', 'thread',
         jsonb_build_array(jsonb_build_object('text', text)), 20 from unnest($4::text[]) as text`,
      [service.org.orgId, member.memberId, service.org.channelIds[0], evil],
    );
    const [head, ...records] = readCsv((await get("format=csv", member.key)).text);
    expect(records).toHaveLength(evil.length);
    const at = head?.indexOf("text") ?? -1;
    for (const cells of records) {
      for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      expect(cells[at]).toMatch(/^'|;'/);
    }
  });

  test("the JSON is the posts as the API shows them, and an empty list without posts", async () => {
    const { wire, headers } = await get("format=json&status=draft");
    expect(headers.get("content-type")).toBe("application/json");
    const listed = await service.call("GET", "/v1/posts?status=draft&limit=100", { key: service.org.key });
    expect(wire).toEqual(listed.wire.data);
    expect((await get("format=json&q=nowhere")).wire).toEqual([]);
    expect(readCsv((await get("q=nowhere")).text)).toHaveLength(1);
    expect((await get("format=xml")).status).toBe(400);
  });
});

/** Returns the bytes in use after garbage collection; without it a process with much memory keeps garbage. */
function aliveBytes(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe("an export of many posts", () => {
  const many = 100_000;
  const asked = { begun: 0, pending: 0 };
  let port: number;
  const server = createServer(
    getRequestListener((request, { outgoing }) => service.http(request, outgoing as ServerResponse), {
      overrideGlobalObjects: false,
    }),
  );
  beforeAll(async () => {
    await seed(many, "some words");
    const { pool } = service.database;
    await pool.query("analyze posts");
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    port = (server.address() as AddressInfo).port;
    const query = pool.query.bind(pool) as (...sent: unknown[]) => Promise<unknown>;
    pool.query = (async (...sent: unknown[]) => {
      asked.begun += 1;
      asked.pending += 1;
      return await query(...sent).finally(() => {
        asked.pending -= 1;
      });
    }) as typeof pool.query;
  }, 120_000);
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const open = async (query: string, signal?: AbortSignal) =>
    await fetch(`http://127.0.0.1:${port}/v1/posts/export?${query}`, {
      headers: { authorization: `Bearer ${service.org.key}` },
      ...(signal && { signal }),
    });

  test("every post is exported once and in order, in constant memory", async () => {
    const response = await open("q=some&format=json");
    const decoder = new TextDecoder();
    const alive: number[] = [];
    let [count, rest, last] = [0, "", "~"];
    for await (const bytes of response.body ?? []) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const [, id, createdAt] = /^\{"id":"([0-9a-f-]{36})".*?"created_at":"([^"]+)"/.exec(line) ?? [];
        if (id === undefined) continue;
        const place = `${createdAt} ${id}`;
        if (place >= last) throw new Error(`${place} comes after ${last}`);
        last = place;
        count += 1;
        if (count % 20_000 === 1) alive.push(aliveBytes());
      }
    }
    expect(count).toBe(many);
    expect(alive).toHaveLength(5);
    expect(Math.max(...alive) - (alive[0] ?? 0)).toBeLessThan(25 * 1024 * 1024);
  }, 120_000);

  test.each(["/posts/export", "/ledger/export", "/audit-log/export"])(
    "the CSV of %s begins with the byte-order mark of UTF-8",
    async (path) => {
      const headers = { authorization: `Bearer ${service.org.key}` };
      const answer = await fetch(`http://127.0.0.1:${port}/v1${path}`, { headers });
      expect(answer.status).toBe(200);
      expect([...new Uint8Array(await answer.arrayBuffer()).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    },
  );

  test("the export ends when its reader disconnects", async () => {
    asked.begun = 0;
    const left = new AbortController();
    const reader = (await open("format=csv", left.signal)).body?.getReader();
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
    left.abort();
    // The export ends after its current batch: wait until it has sent no query for a while.
    for (let quiet = 0; quiet < 500; quiet = asked.pending === 0 ? quiet + 1 : 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(asked.begun).toBeLessThan(50);
  }, 60_000);
});

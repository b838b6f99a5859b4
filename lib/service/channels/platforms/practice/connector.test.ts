import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { platforms } from "#lib/contract/platforms/platform-rules.ts";
import { findPracticeHashtags, practiceHashtags } from "#lib/contract/platforms/practice-hashtags.ts";
import { PracticeTimeline } from "#lib/contract/resources/posts.ts";
import { conformanceCases } from "#lib/service/channels/conformance/conformance-cases.ts";
import type { PeerFault } from "#lib/service/channels/conformance/conformance-peer.ts";
import { createNoNetworkIo } from "#lib/service/channels/core/no-network-io.ts";
import { systemClock } from "#lib/service/core/clock.ts";
import { openTestDatabase, type TestDatabase } from "#lib/service/db/testing/test-database.ts";
import { createPracticeConnector } from "./connector.ts";
import { createPracticeStore } from "./practice-store.ts";
import { listPracticeTimeline } from "./timeline.ts";

const account = { channelId: "c", remoteId: "", host: "", reportedLimits: {} };
const origin = "http://localhost:3000";
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

function connectorOn(slug: string) {
  const rules = platforms.find((one) => one.slug === slug);
  if (!rules) throw new Error(`no platform ${slug}`);
  const store = createPracticeStore({ pool: database.pool, clock: systemClock });
  return { rules, connector: createPracticeConnector({ rules, store, origin }) };
}

describe.each(platforms.map(({ slug }) => slug))("practice platform imitating %s", (slug) => {
  test.for(conformanceCases.map((promised, index) => ({ ...promised, index })))("$title", async ({ show, index }) => {
    const { rules, connector } = connectorOn(slug);
    const username = `practice_${slug}_${index}`;
    const image = { fileName: "a.png", mime: "image/png", width: 4, height: 3 };
    const texts: Partial<Record<PeerFault, string>> = {
      "refused-content": "No #fail-rejected",
      "signed-out": "No #fail-reconnect",
      temporary: "Not yet #fail-temporary",
      "no-answer-after": "Lost #fail-unknown",
      "no-answer-before": "Lost #fail-unconfirmed",
      slow: "Takes long #slow",
    };
    await show({
      connector,
      account: { ...account, channelId: systemClock.newId(), username },
      io: createNoNetworkIo,
      async items() {
        const { rows } = await database.pool.query(
          `select id, text, reply_to, array(select value->>'alt' from jsonb_array_elements(images)) as images
           from practice_items where account = $1 order by sequence`,
          [username],
        );
        return rows.map((row) => ({ remoteId: row.id, text: row.text, replyTo: row.reply_to, images: row.images }));
      },
      async fault(fault) {
        const text = texts[fault];
        return text === undefined ? { can: false, why: "The practice platform never does this." } : { can: true, text };
      },
      tooLong: "x".repeat(rules.limit + 1),
      images: ["One", "Two", "Three"].map((alt) => ({ ...image, fileName: `${alt}.png`, alt })),
      outside: null,
    });
  });
});

test("a command counts only as a whole word", () => {
  expect([...findPracticeHashtags("so #slow it is\n#fail-temporary")]).toEqual(["#fail-temporary", "#slow"]);
  expect([...findPracticeHashtags("#slower #fail-rejected! x#slow")]).toEqual([]);
  for (const said of Object.values(practiceHashtags)) expect(said.length).toBeGreaterThan(10);
});

describe("practice timeline", () => {
  const context = () => ({ pool: database.pool, settings: { origin } });
  const username = "practice_timeline";
  let orgId: string;
  beforeAll(async () => {
    const { rows } = await database.pool.query(
      `with org as (insert into organizations (id, name, slug) values (gen_random_uuid(), 'T', 't') returning id)
       insert into channels (id, org_id, platform, name, username, practice)
       select gen_random_uuid(), id, 'x', 'Practice X', $1, true from org returning org_id`,
      [username],
    );
    orgId = rows[0].org_id;
    const { connector } = connectorOn("x");
    let parent: string | null = null;
    for (let number = 1; number <= 60; number += 1) {
      const one = {
        key: `t.${number}`,
        number,
        text: `Item ${number}`,
        images: [],
        root: null,
        parent: number > 58 ? parent : null,
      };
      const outcome = await connector.publishPart(
        { ...one, wire: {}, prepared: null, startedAt: new Date(), resends: 0 },
        { ...account, username },
        createNoNetworkIo(new AbortController().signal),
      );
      parent = outcome.type === "published" ? outcome.sent.remoteId : null;
    }
  });

  test("the timeline shows the newest items first, in pages without repeats or gaps", async () => {
    const first = await listPracticeTimeline(context(), orgId, username, {});
    expect(PracticeTimeline.parse(first)).toEqual(first);
    const second = await listPracticeTimeline(context(), orgId, username, { before: first?.next ?? "" });
    const texts = [...(first?.items ?? []), ...(second?.items ?? [])].map((item) => item.text);
    expect(texts).toEqual(Array.from({ length: 60 }, (_, index) => `Item ${60 - index}`));
    expect(second?.next).toBeNull();
  });

  test("a thread is shown completely, and each item has its own address", async () => {
    const newest = (await listPracticeTimeline(context(), orgId, username, {}))?.items[0];
    const shown = await listPracticeTimeline(context(), orgId, username, { item: newest?.id });
    expect(shown?.items.map((item) => item.text)).toEqual(["Item 60", "Item 59", "Item 58"]);
    expect(newest?.url).toBe(`${origin}/practice/${username}/${newest?.id}`);
  });

  test.for([
    { before: "not-an-id" },
    { item: "'; drop table posts; --" },
    { item: "00000000-0000-7000-8000-000000000000" },
  ])("the timeline is empty for %j", async (asked) => {
    expect(await listPracticeTimeline(context(), orgId, username, asked)).toBeNull();
  });

  test("the timeline of an unknown channel is not found", async () => {
    expect(await listPracticeTimeline(context(), orgId, "practice_nobody", {})).toBeNull();
    // A channel of another organization counts as absent.
    const other = await database.pool.query("select gen_random_uuid() as id");
    expect(await listPracticeTimeline(context(), other.rows[0].id, username, {})).toBeNull();
  });
});

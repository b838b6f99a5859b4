import { afterEach, expect, test } from "vitest";
import { createGuardedFetch } from "#lib/service/egress/guarded-fetch.ts";
import { createReceivers } from "#lib/service/egress/testing/receivers.ts";
import { createMentionFinder } from "./find-mentions.ts";

const receivers = createReceivers();
afterEach(receivers.close);

/** A server that answers every search with `body`, and a finder that asks it for both platforms. */
async function openServer(body: unknown, status = 200) {
  const asked: string[] = [];
  const at = await receivers.serve((request, response) => {
    asked.push(request.url ?? "");
    response
      .writeHead(status, { "content-type": "application/json" })
      .end(typeof body === "string" ? body : JSON.stringify(body));
  });
  const clock = { atMs: Date.parse("2026-11-26T09:00:00Z") };
  const host = `http://${at}`;
  const find = createMentionFinder({
    guardedFetch: createGuardedFetch({ allow: new Set([at]) }),
    now: () => new Date(clock.atMs),
    blueskyHost: host,
  });
  return { asked, clock, host, find };
}

test("accounts of Bluesky are found by the beginning of a name, without anybody's credentials", async () => {
  const { asked, find } = await openServer({
    actors: [{ handle: "ada.example", displayName: "Ada" }, { handle: "b.example" }],
  });
  expect(await find({ platform: "bluesky", host: "https://pds.example" }, "ad a&b")).toEqual([
    { platform: "bluesky", username: "ada.example", name: "Ada" },
    { platform: "bluesky", username: "b.example", name: "" },
  ]);
  expect(asked).toEqual(["/xrpc/app.bsky.actor.searchActorsTypeahead?q=ad+a%26b&limit=6"]);
});

test("an account of the asked Mastodon server gets its server's name, and others keep theirs", async () => {
  const accounts = [
    { acct: "ada", display_name: "Ada" },
    { acct: "bob@other.example", display_name: "" },
  ];
  const { asked, host, find } = await openServer({ accounts });
  const found = await find({ platform: "mastodon", host }, "ad");
  expect(found.map(({ username }) => username)).toEqual(["ada@127.0.0.1", "bob@other.example"]);
  expect(asked).toEqual(["/api/v2/search?q=ad&type=accounts&limit=6"]);
});

test("the same search is asked once in five minutes, and a server at most 60 times a minute", async () => {
  const { asked, clock, host, find } = await openServer({ accounts: [] });
  const search = (query: string) => find({ platform: "mastodon", host }, query);
  await Promise.all([search("ad"), search("ad")]);
  expect(asked).toHaveLength(1);
  clock.atMs += 5 * 60_000 + 1;
  await search("ad");
  expect(asked).toHaveLength(2);
  for (let number = 0; number < 80; number += 1) await search(`name ${number}`);
  expect(asked).toHaveLength(61);
  clock.atMs += 61_000;
  await search("again");
  expect(asked).toHaveLength(62);
});

test("a server's error, nonsense and handles that are no handles give no suggestion", async () => {
  for (const [body, status] of [
    ["no json", 200],
    [{ accounts: [] }, 500],
    [{ accounts: "x" }, 200],
    [{ accounts: [{ acct: "a b" }, {}, null, { acct: "<i>" }] }, 200],
  ] as const) {
    const { host, find } = await openServer(body, status);
    expect(await find({ platform: "mastodon", host }, "ad")).toEqual([]);
  }
  const { host, find } = await openServer({ accounts: [{ acct: "ada" }] });
  expect(await find({ platform: "x", host }, "ad")).toEqual([]);
  expect(await find({ platform: "mastodon", host: "" }, "ad")).toEqual([]);
});

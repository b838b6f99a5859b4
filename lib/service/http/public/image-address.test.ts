import { afterAll, beforeAll, expect, test } from "vitest";
import { checkAccounts } from "#lib/service/channels/connect/check-accounts.ts";
import { slack } from "#lib/service/channels/platforms/slack/platform.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { dayMs, minuteMs } from "#lib/time/time-units.ts";
import { createMediaFileHandler } from "./media-files.ts";

let service: TestService;
/** How the address answers: as this server, as another one, or not at all. */
let how: "itself" | "another" | "away" = "itself";
const asked: string[] = [];
beforeAll(async () => {
  const readOutside = async (url: string) => {
    asked.push(url);
    if (how === "away") return { why: "The host name leads to a private address." };
    if (how === "another") return { bytes: Buffer.from("Welcome to nginx!") };
    return { bytes: Buffer.from(await (await fetchMedia(url)).text()) };
  };
  service = await openTestService({}, { platformOf: (slug) => (slug === "slack" ? slack : null), readOutside });
});
afterAll(() => service.close());

/** Asks for a path below `/media/` as anybody can. */
const fetchMedia = (url: string) => createMediaFileHandler(service.context)(new Request(url));

let hooks = 0;
async function connect() {
  hooks += 1;
  const url = `https://hooks.slack.com/services/T0000000${hooks}/B0000000${hooks}/abcdefghijklmnop`;
  const json = { platform: "slack", values: { url, channel: "news" } };
  const { wire } = await service.call("POST", "/v1/channels/connections", { key: service.org.key, json });
  return wire.data.channel;
}
const read = async (id: string) =>
  (await service.call("GET", `/v1/channels/${id}`, { key: service.org.key })).wire.data;

test("connecting a channel whose platform fetches images says if this server's address can't be reached", async () => {
  how = "itself";
  expect(await connect()).not.toHaveProperty("limitations");
  how = "away";
  const { limitations } = await connect();
  expect(limitations).toEqual([
    expect.stringMatching(/^Slack fetches images from this server, but .+ leads to a private address\. .+PUBLIC_URL/u),
  ]);
  how = "another";
  expect((await connect()).limitations).toEqual([expect.stringContaining("Another server answered there.")]);
});

test("the sentence about the address goes away after a check that reaches it", async () => {
  how = "away";
  const { id } = await connect();
  expect((await read(id)).limitations).toHaveLength(1);
  how = "itself";
  service.clock.add(2 * dayMs);
  await checkAccounts(service.context, new AbortController().signal);
  expect(await read(id)).not.toHaveProperty("limitations");
});

test("a token of the address check is answered for a minute, and a made-up one never", async () => {
  how = "itself";
  await connect();
  const url = asked.at(-1) ?? "";
  expect((await fetchMedia(url)).status).toBe(200);
  service.clock.add(2 * minuteMs);
  expect((await fetchMedia(url)).status).toBe(404);
  expect((await fetchMedia(new URL("/media/reachable/v2.made.up", url).href)).status).toBe(404);
});

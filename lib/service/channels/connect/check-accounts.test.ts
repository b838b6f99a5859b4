import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  addAccount,
  createFormPlatform,
  createPlatformScript,
  type PlatformScript,
} from "#lib/service/channels/testing/scripted-accounts.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { removeOrphanedFiles } from "#lib/service/media/remove-unused-media.ts";
import { redBlue } from "#lib/service/media/testing/test-images.ts";
import { dayMs } from "#lib/time/time-units.ts";
import { checkAccounts } from "./check-accounts.ts";

let service: TestService;
let script: PlatformScript;
let pictures: Map<string, Uint8Array>;
beforeAll(async () => {
  script = createPlatformScript();
  pictures = new Map();
  const platform = createFormPlatform(script, "bluesky");
  service = await openTestService(
    {},
    {
      platformOf: (slug) => (slug === "bluesky" ? platform : null),
      readOutside: async (url) => {
        const bytes = pictures.get(url);
        return bytes ? { bytes } : { why: "There is no such picture." };
      },
    },
  );
});
afterAll(() => service.close());
beforeEach(async () => {
  script.accounts.clear();
  script.seen = "seen";
  script.seenAs = null;
  await service.database.pool.query("update channels set removed_at = now() where not practice");
});

const ask = (method: string, path: string, json?: unknown) =>
  service.call(method, `/v1${path}`, { key: service.org.key, ...(json !== undefined && { json }) });
const connect = async (account: string) =>
  (await ask("POST", "/channels/connections", { platform: "bluesky", values: { account, password: "pass word" } })).wire
    .data.channel;
const seen = async (id: string) => (await ask("GET", `/channels/${id}`)).wire.data;
const check = async () => {
  script.asked.length = 0;
  return await checkAccounts(service.context, new AbortController().signal);
};

test("an account is checked a day after its last check, and its profile and limits are updated", async () => {
  addAccount(script, "ada");
  const { id } = await connect("ada");
  expect(await check()).toBe(0);
  service.clock.add(dayMs);
  script.accounts.clear();
  addAccount(script, "ada_l", { remoteId: "id-of-ada", verified: true, told: { maxCharacters: 1_000, maxImages: 2 } });
  expect(await check()).toBe(1);
  expect(await seen(id)).toMatchObject({
    id,
    name: "The ada",
    username: "ada_l",
    verified: true,
    reported_limits: { characters: 1_000, images: 2 },
    checked_at: (
      await service.database.pool.query("select checked_at from channels where id = $1", [id])
    ).rows[0].checked_at.toISOString(),
  });
  expect(await check()).toBe(0);
});

test("an account that rejects our access needs a reconnect and is not checked again", async () => {
  addAccount(script, "ada");
  const { id } = await connect("ada");
  service.clock.add(dayMs);
  script.seen = "signed_out";
  expect(await check()).toBe(1);
  expect((await seen(id)).state).toBe("reconnect");
  service.clock.add(dayMs);
  expect(await check()).toBe(0);
});

test("an account that can't be checked stays connected and is checked again after an hour, even before a post", async () => {
  addAccount(script, "ada");
  const { id } = await connect("ada");
  await service.create({ channels: [id], text: "soon", scheduled_for: in_(dayMs + 10 * 60_000) });
  service.clock.add(dayMs);
  script.seen = "cannot_tell";
  expect(await check()).toBe(1);
  expect(await check()).toBe(0);
  expect((await seen(id)).state).toBe("connected");
  service.clock.add(3_600_000);
  expect(await check()).toBe(1);
});

test("an account is checked once before a post that is due soon", async () => {
  addAccount(script, "ada");
  const { id } = await connect("ada");
  await service.create({ channels: [id], text: "soon", scheduled_for: in_(8 * 3_600_000) });
  service.clock.add(7 * 3_600_000);
  expect(await check()).toBe(0);
  service.clock.add(40 * 60_000);
  expect(await check()).toBe(1);
  expect(await check()).toBe(0);
});

test("an answer about another account changes nothing", async () => {
  addAccount(script, "ada");
  const { id } = await connect("ada");
  service.clock.add(dayMs);
  script.seenAs = addAccount(script, "eve");
  expect(await check()).toBe(1);
  expect(await seen(id)).toMatchObject({ username: "ada", state: "connected" });
});

test("a profile picture is fetched once, resized and served by us; the platform's own address is never shown", async () => {
  const url = "https://pictures.example.org/ada.png";
  pictures.set(url, await redBlue(640, 320).png().toBuffer());
  addAccount(script, "ada", { avatarUrl: url });
  const made = await connect("ada");
  expect(made.avatar_url).toMatch(/^http:\/\/localhost:3000\/media\/[0-9a-f]{40}\.webp$/);
  const listed = await service.call("GET", "/v1/channels", { key: service.org.key });
  expect(listed.wire.data.find((one: { id: string }) => one.id === made.id).avatar_url).toBe(made.avatar_url);
  const file = await service.context.media.get(made.avatar_url.split("/").at(-1));
  expect(file?.sizeBytes).toBeLessThan(4_000);
  file?.stream.destroy();
  pictures.clear();
  service.clock.add(2 * dayMs);
  await check();
  await removeOrphanedFiles(service.context);
  const still = await service.context.media.get(made.avatar_url.split("/").at(-1));
  expect(still?.sizeBytes).toBe(file?.sizeBytes);
  still?.stream.destroy();
  expect((await seen(made.id)).avatar_url).toBe(made.avatar_url);
  addAccount(script, "grace", { avatarUrl: "http://pictures.example.org/plain.png" });
  addAccount(script, "joan", { avatarUrl: "https://pictures.example.org/damaged.png" });
  pictures.set("http://pictures.example.org/plain.png", await redBlue(64, 64).png().toBuffer());
  pictures.set("https://pictures.example.org/damaged.png", new Uint8Array([137, 80, 78, 71, 1, 2, 3]));
  expect((await connect("grace")).avatar_url).toBeNull();
  expect((await connect("joan")).avatar_url).toBeNull();
});

const in_ = (ms: number) => new Date(service.clock.now().getTime() + ms).toISOString();

import type { ApiMethods } from "@grammyjs/types";
import { Api, InputFile } from "grammy";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPart } from "#lib/service/channels/conformance/conformance-steps.ts";
import { parseMultipart } from "#lib/service/channels/testing/parse-multipart.ts";
import { type PeerProcess, type PeerRequest, startPeerProcess } from "#lib/service/channels/testing/peer-process.ts";
import { createTestIo } from "#lib/service/channels/testing/test-io.ts";
import { createAlbum, createTextMessage } from "./connector.ts";
import { telegram } from "./platform.ts";

const token = "123456789:AAE-test_token_of_a_bot_that_is_made_up";
const chat = "-1001234567890";
let peer: PeerProcess;
let grammy: Api;
beforeAll(async () => {
  peer = await startPeerProcess(new URL("./testing/peer.ts", import.meta.url));
  grammy = new Api(token, { apiRoot: peer.url });
});
afterAll(() => peer.stop());

const files = new Map(["one.jpg", "two.jpg"].map((name) => [name, Buffer.from(`\x89PNG ${name}`, "latin1")]));
/** An image whose bytes the fake takes for a PNG; the log stores bodies as text, so its first byte is lost in both. */
const images = [...files.keys()].map((fileName) => {
  return { fileName, mime: "image/png", width: 640, height: 480, alt: "" };
});

/** Publishes a part through the connector. */
async function publish(text: string, count: number, more: { topic?: number } = {}): Promise<void> {
  const account = { channelId: "c", username: "acme_news", remoteId: chat, host: peer.url, reportedLimits: more };
  const secret = { access: token, refresh: null, accessEndsAt: null, more: {} };
  const { io } = createTestIo({ platform: telegram, account, secret, allow: [peer.hostPort], images: files });
  const plan = { connector: telegram.connector, account } as Parameters<typeof createPart>[0];
  const part = createPart(plan, text, { images: images.slice(0, count) });
  const outcome = await telegram.connector.publishPart(part, account, io(new AbortController().signal));
  expect(outcome).toMatchObject({ type: "published" });
}

const fileOf = (name: string) => new InputFile(files.get(name) ?? new Uint8Array(), name);
const readLast = async () => (await peer.log()).at(-1);

/**
 * Reads a request as the Bot API does ("Sending files"): `attach://name` stands for the file part of that name, which
 * grammY uses for single files too. grammY gives files no type; Telegram reads it from the bytes.
 */
function readRequest(request: PeerRequest | undefined) {
  const type = request?.headers["content-type"] ?? "";
  if (type.startsWith("application/json")) return { path: request?.path, fields: JSON.parse(request?.body ?? "") };
  const parts = parseMultipart(type, Buffer.from(request?.body ?? ""));
  const named = new Map(
    parts.flatMap(({ name, fileName, bytes }) => (fileName ? [[name, { fileName, bytes: bytes.toString() }]] : [])),
  );
  const resolve = (value: unknown): unknown => {
    if (typeof value === "string" && value.startsWith("attach://")) return named.get(value.slice("attach://".length));
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolve(inner)]));
  };
  const fields = parts
    .filter(({ fileName }) => fileName === null)
    .map(({ name, bytes }) => {
      const text = bytes.toString();
      return [name, resolve(text.startsWith("[") ? JSON.parse(text) : text)];
    });
  return {
    path: request?.path,
    fields: { ...(named.has("photo") && { photo: named.get("photo") }), ...Object.fromEntries(fields) },
  };
}

test("every body has the type that the Bot API describes", () => {
  type Methods = ApiMethods<never>;
  void (createTextMessage(chat, 45, "Hi") satisfies Parameters<Methods["sendMessage"]>[0]);
  const media = createAlbum(["image1", "image2"], "Hi");
  void ({ chat_id: chat, media } satisfies Parameters<Methods["sendMediaGroup"]>[0]);
  expect(media[0]).toEqual({ type: "photo", media: "attach://image1", caption: "Hi" });
});

test("grammY sends a text as we do", async () => {
  const text = "A text with a link https://example.com/?a=1&b=2, *marks* and <b>tags</b>";
  await publish(text, 0);
  const ours = readRequest(await readLast());
  await grammy.sendMessage(chat, text);
  expect(ours).toEqual(readRequest(await readLast()));
});

test("grammY sends to a topic as we do, with and without images", async () => {
  await publish("In a topic", 0, { topic: 45 });
  const text = readRequest(await readLast());
  await grammy.sendMessage(chat, "In a topic", { message_thread_id: 45 });
  expect(text).toEqual(readRequest(await readLast()));
  await publish("One image", 1, { topic: 45 });
  const image = readRequest(await readLast());
  await grammy.sendPhoto(chat, fileOf("one.jpg"), { caption: "One image", message_thread_id: 45 });
  expect(image).toEqual(readRequest(await readLast()));
});

test("grammY sends an image as we do", async () => {
  await publish("One image", 1);
  const ours = readRequest(await readLast());
  await grammy.sendPhoto(chat, fileOf("one.jpg"), { caption: "One image" });
  expect(ours).toEqual(readRequest(await readLast()));
});

test("grammY sends an album as we do", async () => {
  await publish("Two images", 2);
  const ours = readRequest(await readLast());
  await grammy.sendMediaGroup(chat, [
    { type: "photo", media: fileOf("one.jpg"), caption: "Two images" },
    { type: "photo", media: fileOf("two.jpg") },
  ]);
  expect(ours).toEqual(readRequest(await readLast()));
});

test("grammY deletes a message as we do", async () => {
  await publish("To be deleted", 0);
  const [item] = (await peer.items()).slice(-1);
  await grammy.deleteMessage(chat, Number(item?.remoteId));
  const theirs = readRequest(await readLast());
  const account = { channelId: "c", username: "acme_news", remoteId: chat, host: peer.url, reportedLimits: {} };
  const secret = { access: token, refresh: null, accessEndsAt: null, more: {} };
  const { io } = createTestIo({ platform: telegram, account, secret, allow: [peer.hostPort] });
  const { remove } = telegram.connector;
  if (!remove.can) return expect.fail("remove is available");
  expect(await remove.run(item?.remoteId ?? "", account, io(new AbortController().signal))).toBe("absent");
  expect(readRequest(await readLast())).toEqual(theirs);
});

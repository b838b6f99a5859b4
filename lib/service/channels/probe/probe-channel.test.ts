import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { x } from "#lib/service/channels/platforms/x/platform.ts";
import { type PeerProcess, startPeerProcess } from "#lib/service/channels/testing/peer-process.ts";
import { RecordedAnswer, replayAnswer } from "#lib/service/channels/testing/recorded-answer.ts";
import { createTestIo } from "#lib/service/channels/testing/test-io.ts";
import { cutSecrets } from "./cut-secrets.ts";
import { probeChannel } from "./probe-channel.ts";
import { createProbeImage } from "./probe-connected-channel.ts";
import { toAnswerFiles } from "./to-answer-files.ts";

const image = createProbeImage();
let peer: PeerProcess;
beforeAll(async () => {
  peer = await startPeerProcess(new URL("../platforms/x/testing/peer.ts", import.meta.url));
});
afterAll(() => peer.stop());
beforeEach(() => peer.command("reset"));

async function openX() {
  const given = await peer.command<{ access_token: string; userId: string }>("token");
  const account = { channelId: "c", username: "ada", remoteId: given.userId, host: peer.url, reportedLimits: {} };
  const secret = { access: given.access_token, refresh: null, accessEndsAt: null, more: {} };
  const reach = createTestIo({ platform: x, account, secret, allow: [peer.hostPort] });
  const io = reach.io(new AbortController().signal);
  return {
    connector: x.connector,
    account,
    io,
    takeDownIo: io,
    key: crypto.randomUUID(),
    image,
    secrets: [given.access_token],
  };
}

test("a probe posts a text, a reply and an image, finds the text, and takes all three down", async () => {
  const deps = await openX();
  const report = await probeChannel(deps);
  expect(report.steps.map(({ name, outcome }) => `${name}: ${outcome}`)).toEqual([
    ...["text: published", "reply: published", "image: published", "look_up: found"],
    ...["take_down: removed", "take_down: removed", "take_down: removed"],
  ]);
  expect(report.left).toEqual([]);
  expect(await peer.items()).toEqual([]);
  expect(report.steps[0]?.exchanges[0]).toMatchObject({
    request: { method: "POST", path: "/2/tweets" },
    answer: { status: 201, body: { data: { id: expect.any(String) } } },
  });
  expect(JSON.stringify(report)).not.toContain(deps.secrets[0]);
});

test("a probe whose text is refused says why, and still takes down what was published", async () => {
  const deps = await openX();
  await peer.control({ mode: "forbidden", on: "POST /2/tweets" });
  const { steps, left } = await probeChannel(deps);
  expect(steps[0]).toMatchObject({ name: "text", outcome: "rejected", note: expect.stringContaining("X doesn't let") });
  expect(steps.at(-1)).toMatchObject({ name: "take_down", outcome: "removed" });
  expect([left, await peer.items()]).toEqual([[], []]);
});

test("the answers of failed steps become files of testing/answers, without the account's name", async () => {
  const deps = await openX();
  const json = { title: "Forbidden", detail: "ada is not permitted to post.", type: "about:blank" };
  await peer.control({ mode: "answer", on: "POST /2/tweets", status: 403, json });
  const files = toAnswerFiles(await probeChannel({ ...deps, image: null }));
  const [[name, text] = ["", ""]] = files;
  expect(name).toMatch(/^x-\d{4}-\d\d-\d\d-1-text\.json$/u);
  const recorded = RecordedAnswer.parse(JSON.parse(text));
  expect(recorded).toMatchObject({
    platform: "x",
    operation: "publish",
    status: 403,
    body: { ...json, detail: "(cut) is not permitted to post." },
    expected: null,
  });
  expect(await replayAnswer(x, recorded)).toMatchObject({ outcome: "rejected", reason: "forbidden" });
});

test("what a probe can't take down is listed for its person", async () => {
  const deps = await openX();
  await peer.control({ mode: "5xx-before", on: "DELETE /2/tweets/:id", times: "always" });
  const { left } = await probeChannel({ ...deps, image: null });
  await peer.control({ mode: "ok" });
  expect(left).toEqual([expect.stringContaining("/ada/status/"), expect.stringContaining("/ada/status/")]);
});

test("secrets are cut by value, by the name of their field and in addresses", () => {
  const answer = { id: "1", access_token: "abc", list: [{ url: "https://a.example/?access_token=abcdef&b=1" }] };
  expect(cutSecrets({ ...answer, text: "see secret-value here" }, ["secret-value"])).toEqual({
    id: "1",
    access_token: "(cut)",
    list: [{ url: "https://a.example/?access_token=(cut)&b=1" }],
    text: "see (cut) here",
  });
});

test("a part whose answer was lost is found by the lookup and taken down too", async () => {
  const deps = await openX();
  await peer.control({ mode: "5xx-after", on: "POST /2/tweets" });
  const { steps, left } = await probeChannel({ ...deps, image: null });
  const named = steps.map(({ name, outcome }) => `${name}: ${outcome}`);
  expect(named.slice(0, 2)).toEqual(["text: unknown", "look_up: found"]);
  expect([left, await peer.items()]).toEqual([[], []]);
});

test("the picture of a probe is a real image", async () => {
  const { width, height, format } = await sharp(image.bytes).metadata();
  expect({ width, height, format }).toEqual({ width: 400, height: 400, format: "png" });
  expect((await sharp(image.bytes).stats()).channels[0]).toMatchObject({ min: 128, max: 128 });
});

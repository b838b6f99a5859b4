import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPart, lookUpPart, publishPart } from "#lib/service/channels/conformance/conformance-steps.ts";
import type { OutgoingPart } from "#lib/service/channels/core/connector.ts";
import { type PeerProcess, startPeerProcess } from "#lib/service/channels/testing/peer-process.ts";
import { createTestIo } from "#lib/service/channels/testing/test-io.ts";
import { installPackagesOnce } from "#lib/service/core/testing/install-packages.ts";
import { getEventId, type NostrEvent, signEvent } from "./event.ts";
import { createNote } from "./note.ts";
import { nostr } from "./platform.ts";
import { createQueryRequest, readEvents } from "./relay.ts";
import { npub, nsec, pubkey, secretHex } from "./testing/keys.ts";

/** The part of nostr-tools that the tests call. */
type NostrTools = {
  verifyEvent: (event: NostrEvent) => boolean;
  finalizeEvent: (template: object, secretKey: Uint8Array) => NostrEvent;
  nip19: { decode: (text: string) => { type: string; data: unknown } };
  nip10: { parse: (event: NostrEvent) => { root?: { id: string }; reply?: { id: string } } };
};

const folder = path.resolve(import.meta.dirname, "../../../../../.ci/nostr");
const secretKey = Buffer.from(secretHex, "hex");
let relay: PeerProcess;
let tools: NostrTools;
beforeAll(async () => {
  await installPackagesOnce(folder);
  tools = await import(pathToFileURL(path.join(folder, "node_modules/nostr-tools/lib/esm/index.js")).href);
  relay = await startPeerProcess(new URL("./testing/other-relay.ts", import.meta.url));
}, 120_000);
afterAll(() => relay.stop());

function open() {
  const address = relay.url.replace(/^http/u, "ws");
  const reportedLimits = { relays: [address], servers: [] };
  const account = { channelId: "c", username: npub, remoteId: pubkey, host: address, reportedLimits };
  const secret = { access: secretHex, refresh: null, accessEndsAt: null, more: {} };
  // The other relay has no clock of its own to move.
  const onDelay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const reach = createTestIo({ platform: nostr, account, secret, allow: [relay.hostPort], onDelay });
  return { connector: nostr.connector, account, io: reach.io } as unknown as Parameters<typeof createPart>[0];
}
const never = () => open().io(new AbortController().signal);
const part = (text: string, over: Partial<OutgoingPart> & { count?: number } = {}) => createPart(open(), text, over);

async function readFromRelay(id: string): Promise<NostrEvent | undefined> {
  const address = relay.url.replace(/^http/u, "ws");
  return readEvents(await never().call(createQueryRequest(address, { ids: [id] })))?.[0];
}

test("another relay publishes our thread, finds each part and refuses nothing of it", async () => {
  const ids: string[] = [];
  for (const number of [1, 2, 3]) {
    const one = part(`Part ${number} of #three: “日本”, 👩‍👩‍👧 \t\\ "quoted" \u0001`, {
      number,
      count: 3,
      root: ids[0] ?? null,
      parent: ids.at(-1) ?? null,
    });
    const sent = await publishPart(open(), one);
    expect(await publishPart(open(), one)).toMatchObject({ remoteId: sent.remoteId });
    expect(await lookUpPart(open(), one)).toMatchObject({ type: "found", sent: { remoteId: sent.remoteId } });
    ids.push(sent.remoteId);
  }
  const third = await readFromRelay(ids[2] ?? "");
  if (!third) return expect.fail("not on the relay");
  expect(tools.nip10.parse(third)).toMatchObject({ root: { id: ids[0] }, reply: { id: ids[1] } });
});

test("nostr-tools makes the same event of the same content, and accepts our signature", () => {
  const one = part("The same #words", { count: 2 });
  const note = createNote(one, open().account);
  if (note === null) return expect.fail("no note");
  const ours = signEvent(note, secretKey);
  const { kind, created_at, tags, content } = note;
  const theirs = tools.finalizeEvent({ kind, created_at, tags, content }, secretKey);
  expect([ours.id, ours.pubkey, ours.tags]).toEqual([theirs.id, theirs.pubkey, theirs.tags]);
  expect(ours.id).toBe(getEventId(note));
  expect(tools.verifyEvent(JSON.parse(JSON.stringify(ours)))).toBe(true);
});

test("nostr-tools reads our keys and references", async () => {
  expect(tools.nip19.decode(npub)).toEqual({ type: "npub", data: pubkey });
  expect(Buffer.from(tools.nip19.decode(nsec).data as Uint8Array).toString("hex")).toBe(secretHex);
  const { remoteId, url } = await publishPart(open(), part("Referred to"));
  expect(tools.nip19.decode(url?.split("/").at(-1) ?? "")).toMatchObject({
    type: "nevent",
    data: { id: remoteId, author: pubkey, relays: [relay.url.replace(/^http/u, "ws")] },
  });
});

test("another relay deletes a post on request, and says so when it is asked again", async () => {
  const { remoteId } = await publishPart(open(), part("Deleted there"));
  const { remove } = nostr.connector;
  if (!remove.can) return expect.fail("no takedown");
  expect(await remove.run(remoteId, open().account, never())).toBe("removed");
  expect(await remove.run(remoteId, open().account, never())).toBe("absent");
});

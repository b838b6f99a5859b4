import * as z from "zod";
import type {
  ConnectorIo,
  OutgoingImage,
  OutgoingPart,
  PlatformAccount,
} from "#lib/service/channels/core/connector.ts";
import type { Platform } from "#lib/service/channels/core/platform.ts";

/**
 * An answer that a platform gave somebody, without secrets, as a file of `testing/answers`. A body that is a text is a
 * page, or a word, instead of JSON.
 */
export const RecordedAnswer = z.strictObject({
  platform: z.string(),
  operation: z.enum(["upload", "publish", "look_up", "take_down"]),
  /** The answer's source: an issue, a page, or a person and a date. */
  source: z.string().min(1),
  status: z.int().min(100).max(599),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())]),
  /** Null as long as nobody knows what should follow; then any outcome passes that has a sentence of ours. */
  expected: z.strictObject({ outcome: z.string(), reason: z.string().optional() }).nullable(),
});
export type RecordedAnswer = z.infer<typeof RecordedAnswer>;

export type ReplayedOutcome = { outcome: string; reason: string | null; message: string | null };

const key = "019a6f00-0000-7000-8000-0000000000c1.1";
const image: OutgoingImage = { fileName: "one.png", mime: "image/png", width: 4, height: 4, alt: "One" };
/** The stored progress of platforms that publish a container. */
const prepared: Readonly<Record<string, OutgoingPart["prepared"]>> = {
  threads: { container: "17900000000000001", children: [] },
  instagram: { container: "17900000000000001", children: [] },
};

/** Runs the operation of a connector while the platform gives this one answer to each of its requests. */
export async function replayAnswer(platform: Platform, recorded: RecordedAnswer): Promise<ReplayedOutcome> {
  const { connector } = platform;
  const account: PlatformAccount = {
    channelId: "c",
    username: "ada",
    remoteId: "1",
    host: platform.base ?? "https://server.example",
    reportedLimits: {},
  };
  const images = recorded.operation === "upload" ? [image] : [];
  const plannedAt = new Date("2026-11-26T09:00:00.000Z");
  const wire = connector.plan({ key, number: 1, count: 1, text: "Hello", images: images.length, plannedAt }, account);
  const part: OutgoingPart = {
    key,
    number: 1,
    text: "Hello",
    images,
    wire,
    root: null,
    parent: null,
    resends: 0,
    startedAt: new Date(),
    prepared: recorded.operation === "upload" ? null : (prepared[connector.slug] ?? null),
  };
  const io = createIo(recorded);
  if (recorded.operation === "take_down") {
    const removed = connector.remove.can ? await connector.remove.run("1", account, io) : "cannot";
    return { outcome: removed, reason: null, message: null };
  }
  if (recorded.operation === "look_up") {
    const found = connector.findPart.can ? await connector.findPart.run(part, account, io) : { type: "never_tells" };
    return { outcome: found.type, reason: null, message: null };
  }
  const outcome =
    recorded.operation === "upload" && connector.prepare.can
      ? await connector.prepare.run(part, account, io)
      : await connector.publishPart(part, account, io);
  const error = "error" in outcome ? outcome.error : "problem" in outcome ? outcome.problem : undefined;
  return { outcome: outcome.type, reason: error?.reason ?? null, message: error?.message ?? null };
}

function createIo({ status, headers: sent, body: said }: RecordedAnswer): ConnectorIo {
  const json = typeof said === "string" ? undefined : said;
  const body = typeof said === "string" ? said : JSON.stringify(said);
  const headers = { date: new Date().toUTCString(), ...sent };
  let aheadMs = 0;
  return {
    signal: new AbortController().signal,
    now: () => new Date(Date.now() + aheadMs),
    delay: async (ms) => {
      aheadMs += ms;
    },
    call: async () => ({ type: "answer", status, headers, body, json }),
    readImage: async () => new Uint8Array([137, 80, 78, 71]),
    imageUrl: ({ fileName }) => `https://posts.example.org/media/${fileName}`,
    readLinkPage: async () => ({ why: "The test has no pages." }),
    savePrepared: async () => {},
  };
}

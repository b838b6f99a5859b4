import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type {
  Connector,
  PlatformAccount,
  PlatformRequest,
  PlatformResult,
  PublishOutcome,
} from "#lib/service/channels/core/connector.ts";
import { toNoResponseOutcome } from "#lib/service/channels/core/no-response.ts";
import type { Platform } from "#lib/service/channels/core/platform.ts";
import { type PeerMode, type PeerProcess, startPeerProcess } from "#lib/service/channels/testing/peer-process.ts";
import { createTestIo } from "#lib/service/channels/testing/test-io.ts";
import { conformanceCases } from "./conformance-cases.ts";
import type { ConformancePeer, FaultResult, PeerFault } from "./conformance-peer.ts";

let server: PeerProcess;
beforeAll(async () => {
  server = await startPeerProcess(new URL("../testing/echo-peer.ts", import.meta.url));
});
beforeEach(() => clear());
afterAll(() => server.stop());

async function clear(): Promise<void> {
  await server.control({ mode: "ok" });
  await server.clock(0);
  await server.command("forget");
}

const ask = (
  account: PlatformAccount,
  path: string,
  method: PlatformRequest["method"],
  json?: object,
): PlatformRequest => ({
  url: `${account.host}${path}`,
  method,
  effect: method === "GET" ? "read" : "write",
  ...(json && { headers: { "content-type": "application/json" }, body: JSON.stringify(json) }),
});
const idOf = (answer: PlatformResult) =>
  answer.type === "answer" ? (answer.json as { remoteId?: string } | undefined)?.remoteId : undefined;
const sentOf = (remoteId: string, proof: "answer" | "key") => ({ remoteId, url: null, at: new Date(0), proof });

function outcomeOf(answer: PlatformResult): PublishOutcome {
  if (answer.type !== "answer") return toNoResponseOutcome(answer);
  const id = idOf(answer);
  if (answer.status < 300)
    return id === undefined ? { type: "unknown" } : { type: "published", sent: sentOf(id, "answer") };
  if (answer.status === 429) {
    const seconds = Number(answer.headers["retry-after"] ?? Number.NaN);
    if (Number.isNaN(seconds))
      return {
        type: "temporary",
        error: { reason: "quota", message: "The platform accepts no more requests for now." },
      };
    return { type: "wait", until: new Date(Date.now() + seconds * 1_000) };
  }
  if (answer.status >= 500) return { type: "unknown" };
  if (answer.status === 403)
    return { type: "rejected", error: { reason: "forbidden", message: "The account is not allowed to post." } };
  return { type: "rejected", error: { reason: "invalid", message: "The platform rejected this part." } };
}

/** The smallest complete connector. */
const toy: Connector = {
  slug: "toy",
  getRepeats: () => ({ deduplicated: true, absentAfterMs: 0, resends: null }),
  imageForm: null,
  plan: ({ key }) => ({ key }),
  prepare: { can: false, why: "The platform accepts text only." },
  async publishPart(part, account, io) {
    const json = { text: part.text, key: part.wire["key"], replyTo: part.parent };
    return outcomeOf(await io.call(ask(account, "/items", "POST", json)));
  },
  findPart: {
    can: true,
    async run(part, account, io) {
      const answer = await io.call(ask(account, `/items/${part.wire["key"]}`, "GET"));
      if (answer.type !== "answer" || answer.status >= 500) return { type: "cannot_tell" };
      const id = idOf(answer);
      return id === undefined ? { type: "absent" } : { type: "found", sent: sentOf(id, "key") };
    },
  },
  remove: {
    can: true,
    async run(remoteId, account, io) {
      const answer = await io.call(ask(account, `/items/${remoteId}`, "DELETE"));
      if (answer.type !== "answer") return "cannot";
      return answer.status === 404 ? "absent" : "removed";
    },
  },
};

const platformOf = (connector: Connector): Platform => ({
  connector,
  connect: { by: "form", fields: [], run: async () => ({ problem: "Accounts can't be connected here." }) },
  requirements: [],
  base: null,
  authorize: (request, { access }) => ({
    ...request,
    headers: { ...request.headers, authorization: `Bearer ${access}` },
  }),
  isExpired: (answer) => answer.type === "answer" && answer.status === 401,
  refresh: { can: false, why: "The platform has no refresh tokens." },
  revoke: { can: false, why: "The platform can't revoke access." },
  profile: async () => ({ type: "cannot_tell" }),
});

const on = "POST /items";
const modes: Partial<Record<PeerFault, PeerMode>> = {
  "no-answer-before": { mode: "reset-before", on },
  "no-answer-after": { mode: "reset-after", on },
  "server-error-before": { mode: "5xx-before", on },
  "server-error-after": { mode: "5xx-after", on },
  "half-an-answer-after": { mode: "body-cut", on },
  "no-json-after": { mode: "garbage", on },
  slow: { mode: "slow", ms: 800, on },
  temporary: { mode: "429", on },
  forbidden: { mode: "answer", status: 403, on },
  "rate-limited": { mode: "429", seconds: 90, on },
  "rate-limited-without-time": { mode: "429", on },
  "late-lists": { mode: "lag", ms: 60_000 },
};

function peerOf(connector: Connector): ConformancePeer {
  const account: PlatformAccount = {
    channelId: "c",
    username: "ada",
    remoteId: "1",
    host: server.url,
    reportedLimits: {},
  };
  const secret = { access: "let-me-in", refresh: null, accessEndsAt: null, more: {} };
  const test = createTestIo({ platform: platformOf(connector), account, secret, allow: [server.hostPort] });
  async function fault(name: PeerFault): Promise<FaultResult> {
    const mode = modes[name];
    if (mode) await server.control(mode);
    else if (name === "signed-out") test.setSecret({ ...secret, access: "ended" });
    else if (name === "clock-ahead" || name === "clock-behind") await server.clock(300_000);
    else return { can: false, why: "The platform has no such state." };
    return { can: true, ...(mode?.seconds && { until: new Date(Date.now() + mode.seconds * 1_000) }) };
  }
  return {
    connector,
    account,
    io: test.io,
    items: server.items,
    fault,
    tooLong: "x".repeat(101),
    images: [],
    outside: { requests: () => test.requests, refreshes: test.refreshes, secrets: () => ["let-me-in"] },
  };
}

describe("a minimal platform", () => {
  test.for(conformanceCases)("$title", async ({ show }) => await show(peerOf(toy)));
});

const failing = (answer: PublishOutcome) => (answer.type === "unknown" ? failed : answer);
const failed: PublishOutcome = { type: "temporary", error: { reason: "network", message: "The request failed." } };
let calls = 0;

/** Connectors that each break one promise, with a pattern that the failure's message matches. */
const broken: readonly (readonly [what: string, tells: RegExp, Partial<Connector>])[] = [
  [
    "reports an unclear outcome as a failure",
    /cut-off call is unknown/,
    { publishPart: async (...at) => failing(await toy.publishPart(...at)) },
  ],
  [
    "sends each attempt under a new key",
    /deduplicated.*twice/,
    { publishPart: (part, ...at) => toy.publishPart({ ...part, wire: { key: `${part.key}.${calls++}` } }, ...at) },
  ],
  [
    "drops the parent of a reply",
    /reply to the previous one/,
    { publishPart: (part, ...at) => toy.publishPart({ ...part, parent: null }, ...at) },
  ],
  [
    "shows the platform's raw response",
    /our own sentence/,
    {
      async publishPart(...at) {
        const outcome = await toy.publishPart(...at);
        return "error" in outcome
          ? { ...outcome, error: { ...outcome.error, message: '{"error":"raw_words"}' } }
          : outcome;
      },
    },
  ],
  [
    "finds a part that was never sent",
    /never sent/,
    { findPart: { can: true, run: async () => ({ type: "found", sent: sentOf("1", "key") }) } },
  ],
  ["never finds anything", /found by a lookup/, { findPart: { can: true, run: async () => ({ type: "absent" }) } }],
  [
    "reports that every item was removed",
    /removing it again causes no error/,
    { remove: { can: true, run: async () => "removed" } },
  ],
  [
    "retries before the rate limit ends",
    /rate-limited part waits/,
    {
      async publishPart(...at) {
        const outcome = await toy.publishPart(...at);
        return outcome.type === "wait" ? { type: "wait", until: new Date(outcome.until.getTime() - 30_000) } : outcome;
      },
    },
  ],
  ["creates a new plan for each attempt", /same plan/, { plan: ({ key }) => ({ key: `${key}.${calls++}` }) }],
  [
    "never asks for a reconnect",
    /asks for a reconnect/,
    {
      async publishPart(...at) {
        const outcome = await toy.publishPart(...at);
        return outcome.type === "reconnect" ? failed : outcome;
      },
    },
  ],
];

test.for(broken)("a connector that %s fails the suite", async ([, tells, over]) => {
  const connector = { ...toy, ...over };
  const told: string[] = [];
  for (const { title, show } of conformanceCases) {
    await clear();
    await show(peerOf(connector)).catch(() => told.push(title));
  }
  expect(told.filter((title) => tells.test(title))).not.toEqual([]);
});

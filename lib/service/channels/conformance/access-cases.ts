import { deepEqual, equal, ok } from "node:assert/strict";
import type { ConnectorIo, PublishOutcome } from "#lib/service/channels/core/connector.ts";
import {
  assertSentence,
  type ConformanceCase,
  countItems,
  createPart,
  describeOutcome,
  publishPart,
  sendPart,
} from "./conformance-peer.ts";

/** Conformance cases for limits, tokens and secrets. */
export const accessCases: readonly ConformanceCase[] = [
  {
    title: "a rate limit waits until the time the platform names, not less, and the part goes out afterwards",
    async show(peer) {
      const caused = await peer.fault("rate-limited");
      if (!caused.can) return;
      const one = createPart(peer, caused.text ?? "Too many");
      const outcome = await sendPart(peer, one);
      ok(outcome.type === "wait", `${describeOutcome(outcome)} instead of wait`);
      // Platforms report whole seconds. Rounding may lose up to one second, but the wait must never end too early.
      const early = (caused.until?.getTime() ?? 0) - outcome.until.getTime();
      ok(early <= 1_000, `${early} ms too early`);
      ok(early >= -120_000, "far too late");
      deepEqual(await peer.items(), []);
      await publishPart(peer, one);
      equal(await countItems(peer, one.text), 1);
    },
  },
  {
    title:
      "a rate limit without a time backs off: it waits or is tried again by the schedule, and nothing stands there",
    async show(peer) {
      const caused = await peer.fault("rate-limited-without-time");
      if (!caused.can) return;
      const one = createPart(peer, caused.text ?? "Too many");
      const outcome = await sendPart(peer, one);
      ok(outcome.type === "wait" || outcome.type === "temporary", describeOutcome(outcome));
      deepEqual(await peer.items(), []);
      await publishPart(peer, one);
    },
  },
  {
    title: "a token that has ended is made fresh once and the part goes out once",
    async show(peer) {
      const caused = await peer.fault("token-expired");
      if (!caused.can) return;
      const before = peer.outside?.refreshes() ?? 0;
      await publishPart(peer, createPart(peer, "Fresh token"));
      equal((peer.outside?.refreshes() ?? 0) - before, 1);
      equal(await countItems(peer, "Fresh token"), 1);
    },
  },
  {
    title: "ten parts sent at once with a token that has ended: one fresh token, and each part goes out once",
    async show(peer) {
      const caused = await peer.fault("token-expired");
      if (!caused.can) return;
      const before = peer.outside?.refreshes() ?? 0;
      const parts = Array.from({ length: 10 }, (_, index) => createPart(peer, `At once ${index}`));
      await Promise.all(parts.map((one) => publishPart(peer, one)));
      equal((peer.outside?.refreshes() ?? 0) - before, 1);
      equal(new Set((await peer.items()).map((item) => item.text)).size, 10);
    },
  },
  {
    title: "a channel that was signed out asks to reconnect, and nothing stands there",
    async show(peer) {
      const caused = await peer.fault("signed-out");
      if (!caused.can) return;
      const outcome = await sendPart(peer, createPart(peer, caused.text ?? "Signed out"));
      ok(outcome.type === "reconnect", `${describeOutcome(outcome)} instead of reconnect`);
      assertSentence(outcome.error.message);
      deepEqual(await peer.items(), []);
    },
  },
  {
    title: "no token and no raw answer comes out of a connector, whatever goes wrong",
    async show(peer) {
      if (peer.outside === null) return;
      const outcomes: PublishOutcome[] = [
        await sendPart(peer, createPart(peer, "Fine")),
        await sendPart(peer, createPart(peer, peer.tooLong)),
      ];
      for (const fault of ["server-error-before", "refused-content", "forbidden", "signed-out"] as const) {
        const caused = await peer.fault(fault);
        if (caused.can) outcomes.push(await sendPart(peer, createPart(peer, caused.text ?? `Meets ${fault}`)));
      }
      const said = JSON.stringify(outcomes);
      for (const secret of peer.outside.secrets()) ok(!said.includes(secret), "a secret came out");
      for (const outcome of outcomes) if ("error" in outcome) assertSentence(outcome.error.message);
    },
  },
  {
    title: "a connector puts no token into a request by itself: that is the platform's authorize alone",
    async show(peer) {
      if (peer.outside === null) return;
      const { outside } = peer;
      const asked: string[] = [];
      const io = peer.io(new AbortController().signal);
      const seen: ConnectorIo = {
        ...io,
        call(request) {
          asked.push(JSON.stringify(request));
          return io.call(request);
        },
      };
      const outcome = await sendPart({ ...peer, io: () => seen }, createPart(peer, "Where are tokens"));
      equal(outcome.type, "published", describeOutcome(outcome));
      ok(asked.length > 0, "it asked nobody");
      for (const secret of outside.secrets())
        ok(!asked.some((one) => one.includes(secret)), "a secret was in a request");
    },
  },
];

import { deepEqual, equal, ok } from "node:assert/strict";
import type { ConnectorIo, PublishOutcome } from "#lib/service/channels/core/connector.ts";
import type { ConformanceCase } from "./conformance-peer.ts";
import { assertSentence, countItems, createPart, describeOutcome, publishPart, sendPart } from "./conformance-steps.ts";

/** Conformance cases for limits, tokens and secrets. */
export const accessCases: readonly ConformanceCase[] = [
  {
    title: "a rate-limited part waits at least until the time that the platform names, then is published once",
    async show(peer) {
      const caused = await peer.fault("rate-limited");
      if (!caused.can) return;
      const one = createPart(peer, caused.text ?? "Too many");
      const outcome = await sendPart(peer, one);
      ok(outcome.type === "wait", `expected wait, got ${describeOutcome(outcome)}`);
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
    title: "a rate limit without a time leads to a wait or a scheduled retry, and nothing is published",
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
    title: "an expired token is refreshed once, and the part is published once",
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
    title: "ten concurrent parts with an expired token cause one refresh, and each is published once",
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
    title: "a signed-out channel asks for a reconnect and publishes nothing",
    async show(peer) {
      const caused = await peer.fault("signed-out");
      if (!caused.can) return;
      const outcome = await sendPart(peer, createPart(peer, caused.text ?? "Signed out"));
      ok(outcome.type === "reconnect", `expected reconnect, got ${describeOutcome(outcome)}`);
      assertSentence(outcome.error.message);
      deepEqual(await peer.items(), []);
    },
  },
  {
    title: "no error of a connector exposes a token or a raw response",
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
      const json = JSON.stringify(outcomes);
      for (const secret of peer.outside.secrets()) ok(!json.includes(secret), "an outcome exposes a secret");
      for (const outcome of outcomes) if ("error" in outcome) assertSentence(outcome.error.message);
    },
  },
  {
    title: "a connector never adds a token to a request itself; only the platform's authorize does",
    async show(peer) {
      if (peer.outside === null) return;
      const { outside } = peer;
      const requests: string[] = [];
      const io = peer.io(new AbortController().signal);
      const seen: ConnectorIo = {
        ...io,
        call(request) {
          requests.push(JSON.stringify(request));
          return io.call(request);
        },
      };
      const outcome = await sendPart({ ...peer, io: () => seen }, createPart(peer, "Where are tokens"));
      equal(outcome.type, "published", describeOutcome(outcome));
      ok(requests.length > 0, "the connector sent no request");
      for (const secret of outside.secrets())
        ok(!requests.some((one) => one.includes(secret)), "a request contained a secret");
    },
  },
];

import { describe, expect, test } from "vitest";
import type { OutgoingPart, PlatformAccount, PublishOutcome } from "#lib/service/channels/core/connector.ts";
import type { Platform } from "#lib/service/channels/core/platform.ts";

/** One answer to the request that makes a part public, as a page of the platform documents it. */
export type DocumentedAnswer = {
  says: string;
  status: number;
  /** An object becomes JSON; a text is a page of a server in between. */
  body: object | string;
  headers?: Readonly<Record<string, string>>;
  ends: PublishOutcome["type"];
  reason?: string;
  /** The account whose wait it is. */
  of?: "account" | "app";
};

/** Returns the outcome of publishing a part to whose requests the platform gives this one answer. */
export async function judgeAnswer(
  platform: Platform,
  answer: Pick<DocumentedAnswer, "status" | "body" | "headers">,
  prepared: OutgoingPart["prepared"] = null,
): Promise<PublishOutcome> {
  const { connector } = platform;
  const account: PlatformAccount = {
    channelId: "c",
    username: "ada",
    remoteId: "1",
    host: platform.base ?? "https://server.example",
    reportedLimits: {},
  };
  const key = "019a6f00-0000-7000-8000-0000000000c1.1";
  const plannedAt = new Date("2026-11-26T09:00:00.000Z");
  const wire = connector.plan({ key, number: 1, count: 1, text: "Hello", images: 0, plannedAt }, account);
  const base = { key, number: 1, text: "Hello", images: [], wire, prepared, root: null, parent: null, resends: 0 };
  const body = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
  const json = typeof answer.body === "string" ? undefined : answer.body;
  const headers = { date: new Date().toUTCString(), ...answer.headers };
  return await connector.publishPart({ ...base, startedAt: new Date() }, account, {
    signal: new AbortController().signal,
    now: () => new Date(),
    delay: async () => {},
    call: async () => ({ type: "answer", status: answer.status, headers, body, json }),
    readImage: async () => new Uint8Array(),
    imageUrl: () => null,
    readLinkPage: async () => ({ why: "The test has no pages." }),
    savePrepared: async () => {},
  });
}

/** Checks that each documented answer ends as it should. `source` names the page and the day on which it was read. */
export function describeDocumentedAnswers(options: {
  platform: Platform;
  source: string;
  prepared?: OutgoingPart["prepared"];
  answers: readonly DocumentedAnswer[];
}): void {
  const { platform, source, prepared = null, answers } = options;
  describe(`answers of ${platform.connector.slug}, ${source}`, () => {
    test.each(answers)("$status $says: $ends", async (answer) => {
      const outcome = await judgeAnswer(platform, answer, prepared);
      const error = "error" in outcome ? outcome.error : "problem" in outcome ? outcome.problem : undefined;
      const of = outcome.type === "wait" ? (outcome.of ?? "account") : undefined;
      expect([outcome.type, error?.reason, of]).toEqual([answer.ends, answer.reason, answer.of]);
      // Our own sentence, with the platform's words only in a quotation.
      if (error) expect(error.message).toMatch(/^[\p{L}“].+[^{}]$/u);
    });
  });
}

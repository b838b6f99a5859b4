import type { FakeAnswer } from "#lib/service/channels/testing/fake-server.ts";

/** A refusal as Mastodon words it. */
export const createErrorAnswer = (status: number, error: string, more: object = {}): FakeAnswer => ({
  status,
  json: { error, ...more },
});

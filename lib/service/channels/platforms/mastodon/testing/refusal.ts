import type { FakeAnswer } from "#lib/service/channels/testing/fake-server.ts";

/** Creates a refusal in Mastodon's format. */
export const createErrorAnswer = (status: number, error: string, more: object = {}): FakeAnswer => ({
  status,
  json: { error, ...more },
});

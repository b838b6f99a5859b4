import type { FakeAnswer } from "#lib/service/channels/testing/fake-server.ts";

/** Creates a refusal in X's format (RFC 9457). */
export const createProblemAnswer = (status: number, title: string, detail: string, more: object = {}): FakeAnswer => ({
  status,
  json: { title, detail, type: "about:blank", status, ...more },
});

/** Creates the refusal that X uses for nearly everything it forbids. */
export const createForbiddenAnswer = (detail: string, more: object = {}) =>
  createProblemAnswer(403, "Forbidden", detail, more);

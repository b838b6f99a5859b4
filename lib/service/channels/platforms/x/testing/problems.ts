import type { FakeAnswer } from "#lib/service/channels/testing/fake-server.ts";

/** A refusal as X words it (RFC 9457). */
export const createProblemAnswer = (status: number, title: string, detail: string, more: object = {}): FakeAnswer => ({
  status,
  json: { title, detail, type: "about:blank", status, ...more },
});

/** The refusal that X has for nearly everything it does not allow. */
export const createForbiddenAnswer = (detail: string, more: object = {}) =>
  createProblemAnswer(403, "Forbidden", detail, more);

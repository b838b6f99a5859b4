import type { FakeAnswer } from "#lib/service/channels/testing/fake-server.ts";

/** A refusal as X words it (RFC 9457). */
export const problem = (status: number, title: string, detail: string, more: object = {}): FakeAnswer => ({
  status,
  json: { title, detail, type: "about:blank", status, ...more },
});

/** The refusal that X has for nearly everything it does not allow. */
export const forbidden = (detail: string, more: object = {}) => problem(403, "Forbidden", detail, more);

import type { ErrorCode, Failure, TransportErrorCode } from "#lib/contract/errors.ts";

/** The message of a failure: the event, the data that is safe, and the next step. */
export type FailureMessage = { what: string; safe: string; next: string };

/** Some services do not support idempotency keys, so no message here says that a repeat is safe. */
const getDoubt = ({ isRead }: Failure) =>
  isRead ? "Nothing was changed." : "If you were publishing, check Posts first: it may have arrived.";
const isRefusal = ({ status }: Failure) => status !== null && status >= 400 && status < 500;

type KnownCode = ErrorCode | TransportErrorCode;

const failureMessages: Record<KnownCode, (failure: Failure) => FailureMessage> = {
  invalid_request: (f) => ({
    what: f.message,
    safe: "Nothing was sent or changed.",
    next: "Correct it and try again.",
  }),
  unauthorized: () => ({
    what: "The API key is missing, unknown or revoked.",
    safe: "Your text stays in this browser.",
    next: "Sign in again with a key that works.",
  }),
  forbidden: (f) => ({
    what: f.message || "This key is not allowed to do that.",
    safe: "Nothing was changed.",
    next: "Ask an administrator, or use a key with the scope.",
  }),
  confirmation_required: (f) => ({
    what: f.message,
    safe: "Nothing was changed.",
    next: "Confirm, then try again.",
  }),
  not_found: () => ({
    what: "It no longer exists, or it belongs to someone else.",
    safe: "Nothing was changed.",
    next: "Reload the list.",
  }),
  method_not_allowed: () => ({
    what: "The service does not support this.",
    safe: "Nothing was changed.",
    next: "Go back.",
  }),
  conflict: (f) => ({
    what: f.message || "It was changed elsewhere.",
    safe: "The newer version is safe.",
    next: "Review it, then try again.",
  }),
  payload_too_large: (f) => ({
    what: f.message || "That is too large.",
    safe: "Nothing was stored.",
    next: "Send something smaller.",
  }),
  unsupported_media_type: () => ({
    what: "The service does not support this content type.",
    safe: "Nothing was stored.",
    next: "Send JSON, or an image as JPEG, PNG, WebP or GIF.",
  }),
  rate_limited: (f) => ({
    what: f.message || "Too many requests in a short time.",
    safe: "Nothing was sent or changed.",
    next: f.retryAfterSeconds ? `Try again in ${f.retryAfterSeconds} s.` : "Wait a moment and try again.",
  }),
  internal_error: (f) => ({
    what: "Something went wrong on the server.",
    safe: getDoubt(f),
    next: f.requestId ? `Try again. If it keeps happening, report request ${f.requestId}.` : "Try again in a moment.",
  }),
  unavailable: (f) => ({
    what: "The service is not available right now.",
    safe: getDoubt(f),
    next: "Try again in a moment.",
  }),
  sending_paused: (f) => ({
    what: f.message,
    safe: "Nothing was changed.",
    next: "Ask an administrator.",
  }),
  quota_exceeded: (f) => ({
    what: f.message,
    safe: "Nothing was stored. Your text and your other images are safe.",
    next: "Use a smaller image, or delete images you no longer need.",
  }),
  unreachable: (f) => ({
    what: "The publishing service can't be reached.",
    safe: `Your text is safe here. ${f.neverSent ? "Nothing was sent." : getDoubt(f)}`,
    next: "Try again in a moment.",
  }),
  lost: (f) => ({
    what: "The connection to the publishing service was lost before it answered.",
    safe: `Your text is safe here. ${getDoubt(f)}`,
    next: "Try again if it is not there.",
  }),
  timed_out: (f) => ({
    what: "The publishing service did not answer in time.",
    safe: getDoubt(f),
    next: "Try again in a moment.",
  }),
  unreadable: (f) => ({
    what: "The publishing service sent an unreadable answer.",
    safe: f.isRead ? "Nothing was changed." : "Check Posts before you try again.",
    next: "If it keeps happening, tell your administrator.",
  }),
  list_parameters: () => ({
    what: "The publishing service doesn't know the names that this dashboard sends for status, page size and skipped posts.",
    safe: "Nothing was changed.",
    next: "Ask your administrator to set SERVICE_LIST_PARAMS to that service's own names.",
  }),
};

const isKnown = (code: string): code is KnownCode => Object.hasOwn(failureMessages, code);

/** Returns the message of a failure; an unknown code of a remote service uses that service's own message. */
export function describeFailure(failure: Failure): FailureMessage {
  if (isKnown(failure.code)) return failureMessages[failure.code](failure);
  return {
    what: failure.message || `The service answered "${failure.code}".`,
    safe: isRefusal(failure) ? "Nothing was sent." : getDoubt(failure),
    next: "Try again in a moment.",
  };
}

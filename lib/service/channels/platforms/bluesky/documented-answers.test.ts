import { describeDocumentedAnswers } from "#lib/service/channels/testing/documented-answers.ts";
import { bluesky } from "./platform.ts";

const error = (name: string, message = "It says why") => ({ error: name, message });

describeDocumentedAnswers({
  platform: bluesky,
  source: "atproto.com/specs/xrpc, lexicon com.atproto.repo.createRecord and @atproto/pds 0.5.35, read on 2026-11-26",
  answers: [
    {
      says: "InvalidRequest",
      status: 400,
      body: error("InvalidRequest", "Record/text must not be longer than 300 graphemes"),
      ends: "rejected",
      reason: "invalid",
    },
    { says: "InvalidSwap", status: 400, body: error("InvalidSwap"), ends: "temporary", reason: "server" },
    { says: "BlobNotFound", status: 400, body: error("BlobNotFound"), ends: "temporary", reason: "media" },
    { says: "InvalidMimeType", status: 400, body: error("InvalidMimeType"), ends: "rejected", reason: "media" },
    { says: "InvalidSize", status: 400, body: error("InvalidSize"), ends: "rejected", reason: "media" },
    { says: "AccountTakedown", status: 401, body: error("AccountTakedown"), ends: "rejected", reason: "forbidden" },
    {
      says: "AccountDeactivated",
      status: 400,
      body: error("AccountDeactivated"),
      ends: "rejected",
      reason: "forbidden",
    },
    { says: "AuthMissing", status: 401, body: error("AuthMissing"), ends: "reconnect", reason: "auth" },
    { says: "InvalidToken", status: 400, body: error("InvalidToken"), ends: "reconnect", reason: "auth" },
    { says: "Forbidden", status: 403, body: error("Forbidden"), ends: "rejected", reason: "forbidden" },
    { says: "XRPCNotSupported", status: 404, body: error("XRPCNotSupported"), ends: "rejected", reason: "invalid" },
    { says: "PayloadTooLarge", status: 413, body: error("PayloadTooLarge"), ends: "rejected", reason: "media" },
    {
      says: "UnsupportedMediaType",
      status: 415,
      body: error("UnsupportedMediaType"),
      ends: "rejected",
      reason: "invalid",
    },
    {
      says: "RateLimitExceeded",
      status: 429,
      body: error("RateLimitExceeded"),
      headers: { "ratelimit-reset": "1999999999" },
      ends: "wait",
      of: "account",
    },
    {
      says: "RateLimitExceeded without a time",
      status: 429,
      body: error("RateLimitExceeded"),
      ends: "temporary",
      reason: "quota",
    },
    { says: "InternalServerError", status: 500, body: error("InternalServerError"), ends: "unknown" },
    { says: "MethodNotImplemented", status: 501, body: error("MethodNotImplemented"), ends: "unknown" },
    { says: "UpstreamFailure", status: 502, body: error("UpstreamFailure"), ends: "unknown" },
    { says: "NotEnoughResources", status: 503, body: error("NotEnoughResources"), ends: "unknown" },
    { says: "UpstreamTimeout", status: 504, body: "", ends: "unknown" },
    { says: "a page of a proxy", status: 404, body: "<html>Not Found</html>", ends: "temporary", reason: "network" },
  ],
});

import { describeDocumentedAnswers } from "#lib/service/channels/testing/documented-answers.ts";
import { linkedin } from "./platform.ts";

const error = (status: number, message: string, more: object = {}) => ({
  message,
  serviceErrorCode: 100,
  status,
  ...more,
});

describeDocumentedAnswers({
  platform: linkedin,
  source: "learn.microsoft.com/linkedin: Error Handling, Rate Limits, Versioning and Posts API, read on 2026-11-26",
  answers: [
    {
      says: "Bad Request",
      status: 400,
      body: error(400, "ERROR :: /content :: union type is not valid"),
      ends: "rejected",
      reason: "invalid",
    },
    {
      says: "commentary too long",
      status: 400,
      body: error(400, "ERROR :: /commentary :: length of 3001 exceeds 3000"),
      ends: "rejected",
      reason: "invalid",
    },
    {
      says: "Unauthorized",
      status: 401,
      body: { message: "Empty oauth2_access_token", serviceErrorCode: 401, status: 401 },
      ends: "reconnect",
      reason: "auth",
    },
    {
      says: "EXPIRED_ACCESS_TOKEN",
      status: 401,
      body: error(401, "The token has expired", { code: "EXPIRED_ACCESS_TOKEN" }),
      ends: "reconnect",
      reason: "auth",
    },
    {
      says: "REVOKED_ACCESS_TOKEN",
      status: 401,
      body: error(401, "The token has been revoked", { code: "REVOKED_ACCESS_TOKEN" }),
      ends: "reconnect",
      reason: "auth",
    },
    {
      says: "ACCESS_DENIED",
      status: 403,
      body: error(403, "Not enough permissions to access: POST /posts", { code: "ACCESS_DENIED" }),
      ends: "rejected",
      reason: "forbidden",
    },
    { says: "Not Found", status: 404, body: error(404, "Resource not found"), ends: "rejected", reason: "forbidden" },
    {
      says: "MEDIA_ASSET_PROCESSING_FAILED",
      status: 400,
      body: error(400, "Media asset failed processing", { code: "MEDIA_ASSET_PROCESSING_FAILED" }),
      ends: "rejected",
      reason: "media",
    },
    {
      says: "a status that no page explains",
      status: 406,
      body: error(406, "Not Acceptable"),
      ends: "temporary",
      reason: "server",
    },
    {
      says: "Method Not Allowed",
      status: 405,
      body: error(405, "Method not allowed"),
      ends: "rejected",
      reason: "invalid",
    },
    { says: "Conflict", status: 409, body: error(409, "Conflict"), ends: "temporary", reason: "server" },
    { says: "Length Required", status: 411, body: error(411, "Length Required"), ends: "rejected", reason: "invalid" },
    {
      says: "DUPLICATE_POST",
      status: 422,
      body: error(422, "Content is a duplicate of urn:li:share:7000000000000000000", { code: "DUPLICATE_POST" }),
      ends: "rejected",
      reason: "duplicate",
    },
    {
      says: "NONEXISTENT_VERSION",
      status: 426,
      body: error(426, "Requested version 20250301 is not active", { code: "NONEXISTENT_VERSION" }),
      ends: "rejected",
      reason: "server",
    },
    {
      says: "DAY limit of a member",
      status: 429,
      body: error(
        429,
        "Resource level throttle APPLICATION_AND_MEMBER DAY limit for calls to this resource is reached.",
      ),
      ends: "wait",
      of: "account",
    },
    {
      says: "DAY limit of the application",
      status: 429,
      body: error(429, "Resource level throttle APPLICATION DAY limit for calls to this resource is reached."),
      ends: "wait",
      of: "app",
    },
    {
      says: "Rate limit",
      status: 429,
      body: error(429, "Request would exceed the rate limit"),
      ends: "wait",
      of: "account",
    },
    { says: "Internal Server Error", status: 500, body: error(500, "Internal Server Error"), ends: "unknown" },
    { says: "Service Unavailable", status: 503, body: error(503, "Service Unavailable"), ends: "unknown" },
    { says: "Gateway Timeout", status: 504, body: error(504, "Gateway Timeout"), ends: "unknown" },
    { says: "a page of a proxy", status: 404, body: "<html>Not Found</html>", ends: "temporary", reason: "network" },
  ],
});

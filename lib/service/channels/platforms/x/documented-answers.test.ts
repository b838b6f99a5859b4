import { describeDocumentedAnswers } from "#lib/service/channels/testing/documented-answers.ts";
import { x } from "./platform.ts";

const problem = (type: string, title: string, detail: string) => ({
  type: `https://api.x.com/2/problems/${type}`,
  title,
  detail,
});
const blank = (title: string, detail: string, status: number) => ({ type: "about:blank", title, detail, status });
const resetAt = { "x-rate-limit-remaining": "0", "x-rate-limit-reset": "1999999999" };
const appDay = { "x-app-limit-24hour-remaining": "0", "x-app-limit-24hour-reset": "1999999999" };

describeDocumentedAnswers({
  platform: x,
  source: "docs.x.com, Response codes & errors and Rate limits, read on 2026-11-26",
  answers: [
    {
      says: "invalid-request",
      status: 400,
      body: problem("invalid-request", "Invalid Request", "text: must not be empty"),
      ends: "rejected",
      reason: "invalid",
    },
    {
      says: "Unauthorized",
      status: 401,
      body: blank("Unauthorized", "Unauthorized", 401),
      ends: "reconnect",
      reason: "auth",
    },
    {
      says: "CreditsDepleted",
      status: 402,
      body: problem("credits", "CreditsDepleted", "Your enrolled account does not have any credits."),
      ends: "wait",
      reason: "billing",
      of: "app",
    },
    {
      says: "Forbidden",
      status: 403,
      body: blank("Forbidden", "You are not permitted to perform this action.", 403),
      ends: "rejected",
      reason: "forbidden",
    },
    {
      says: "duplicate content",
      status: 403,
      body: blank("Forbidden", "You are not allowed to create a Tweet with duplicate content.", 403),
      ends: "rejected",
      reason: "duplicate",
    },
    {
      says: "client-forbidden",
      status: 403,
      body: {
        ...problem(
          "client-forbidden",
          "Client Forbidden",
          "When authenticating requests you must use keys from a Project.",
        ),
        reason: "client-not-enrolled",
      },
      ends: "rejected",
      reason: "forbidden",
    },
    {
      says: "not-authorized-for-resource",
      status: 403,
      body: problem("not-authorized-for-resource", "Authorization Error", "Sorry, you are not authorized."),
      ends: "rejected",
      reason: "forbidden",
    },
    {
      says: "spend-cap-reached",
      status: 403,
      body: problem("spend-cap-reached", "SpendCapReached", "Your monthly spend cap has been reached."),
      ends: "wait",
      reason: "billing",
      of: "app",
    },
    {
      says: "resource-not-found",
      status: 404,
      body: problem("resource-not-found", "Not Found Error", "Could not find tweet with id: [456]."),
      // A first part names no other post.
      ends: "temporary",
      reason: "server",
    },
    {
      says: "Conflict, for streams alone",
      status: 409,
      body: blank("Conflict", "Conflict", 409),
      ends: "temporary",
      reason: "server",
    },
    {
      says: "rate-limit-exceeded",
      status: 429,
      body: problem("rate-limit-exceeded", "Too Many Requests", "Too Many Requests"),
      headers: resetAt,
      ends: "wait",
      of: "account",
    },
    {
      says: "rate limit of the application's day",
      status: 429,
      body: blank("Too Many Requests", "Too Many Requests", 429),
      headers: appDay,
      ends: "wait",
      of: "app",
    },
    {
      says: "rate limit without headers",
      status: 429,
      body: blank("Too Many Requests", "Too Many Requests", 429),
      ends: "temporary",
      reason: "quota",
    },
    {
      says: "usage-capped",
      status: 429,
      body: problem("usage-capped", "UsageCapExceeded", "Usage cap exceeded: Monthly product cap"),
      ends: "wait",
      reason: "billing",
      of: "app",
    },
    {
      says: "Internal Server Error",
      status: 500,
      body: blank("Internal Server Error", "Something went wrong.", 500),
      ends: "unknown",
    },
    { says: "Bad Gateway", status: 502, body: "<html>Bad Gateway</html>", ends: "unknown" },
    {
      says: "Service Unavailable",
      status: 503,
      body: blank("Service Unavailable", "Service Unavailable", 503),
      ends: "unknown",
    },
    { says: "Gateway Timeout", status: 504, body: "", ends: "unknown" },
    { says: "a page of a proxy", status: 403, body: "error code: 1020", ends: "temporary", reason: "network" },
  ],
});

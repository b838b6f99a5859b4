import { errorStatus } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import { getScopeLabel, scopes } from "#lib/contract/scopes.ts";
import { serviceLimits } from "#lib/contract/service-limits.ts";

const errorDescriptions: Record<keyof typeof errorStatus, string> = {
  invalid_request: "The request is not valid; `message` says why, `field` names the first field.",
  unauthorized: "The API key is missing, unknown or revoked.",
  forbidden: "The key lacks the scope, or its member the role.",
  confirmation_required:
    "A session of the dashboard changes how people get in, and its person signed in more than 10 minutes ago. API keys never get it.",
  not_found: "There is no such thing, or it belongs to another.",
  method_not_allowed: "The address does not take this method; `Allow` lists those it takes.",
  conflict: "It changed in the meantime, or its state does not allow this.",
  payload_too_large: "A JSON body of more than 1 MB.",
  unsupported_media_type: "A JSON endpoint was sent something else.",
  rate_limited: "Too many requests; `Retry-After` says when to come back.",
  internal_error: "Our fault. The request id finds the log line.",
  unavailable: "The database or the store can't be reached; come back.",
  quota_exceeded: "The member's images take as much room as they may; `GET /media/usage` says how much.",
};

/** Returns the meaning of an error code, for the API description. */
export function getErrorDescription(code: keyof typeof errorStatus): string {
  return errorDescriptions[code];
}

const rows = (cells: readonly (readonly string[])[]) => cells.map((row) => `| ${row.join(" | ")} |`).join("\n");

/**
 * The rules that all endpoints share, in Markdown: how to call the API, and the service's decisions where the API
 * document is silent.
 */
export const apiDescription = `
Write a post once and publish it now, later, or never, on every connected channel.

## Keys
Send \`Authorization: Bearer KEY\` or \`x-api-key: KEY\`. Two headers with different keys are a 401, and so is a
missing, unknown or revoked key. A key acts as the member who made it. It has scopes, and never more of them than its
member's role allows at that moment.

| scope | allows |
|---|---|
${rows(scopes.map((scope) => [`\`${scope}\``, getScopeLabel(scope)]))}

## Leaked keys
Keys are made to be found: \`pw_\`, 43 characters of chance, and 6 that are the CRC-32 of all before them in base62
(\`0-9A-Za-z\`), most significant first. A scanner of secrets finds them by this expression, and by the check tells a key
from a word that looks like one: \`\\bpw_[0-9A-Za-z]{49}\\b\`. Keys from before the check have 43 characters after the
prefix and none that check them.

When one leaked: revoke it on the profile at once (\`DELETE /keys/{id}\`), which ends it at its next request everywhere. Do
not rotate with an overlap, for the old value would work on. Then look at where it was used last in the list of keys, at
\`GET /posts\` for what you did not write, and make a new key with fewer scopes, an end, or the addresses it works from.
Removing it from the place where it leaked is no substitute: it may have been copied.

## Requests
A body field or a query parameter that an endpoint does not have is a 400: \`field\` names it and the message names the
nearest one, such as "There is no field schedule_for. Did you mean scheduled_for?". Nothing is ever ignored. A list in
a query may be written \`status=a&status=b\`, \`status=a,b\` or \`status[]=a\`; other parameters may be given once. In a
body, null in an optional field means that it is not set, unless the field gives null a meaning of its own. Text must be
valid Unicode without U+0000. An id in a path that is no UUID is a 404.

## Answers
Success is \`{"data": …}\`, a list of posts also has \`pagination\`. Every answer carries \`x-request-id\`.
An error is \`{"error": {"code", "message"}}\`, with \`field\` where one field is at fault. An address or headers of
more than 16,384 bytes are a 431 \`invalid_request\`, an address with \`.\` or \`..\` between slashes is a 400.

| status | code | when |
|---|---|---|
${rows(Object.entries(errorStatus).map(([code, status]) => [String(status), `\`${code}\``, errorDescriptions[code as keyof typeof errorStatus]]))}

## Limits
A member may make a number of requests a minute with all their keys together (600 unless set otherwise), all at once if
they like. Answers tell
\`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` (seconds); a 429 has \`Retry-After\`. Too many wrong keys
from one address are a 429 as well, and so are more requests under way at once than can wait in line. While others make
requests, those of a member that take long are answered one after the other, with pauses; alone, a member has the server.
A client that takes nothing of an answer for 30 s is disconnected. A list with \`text=excerpt\` is smaller and faster.

## Safe to repeat
\`POST /posts\` and \`POST /media\` take an \`Idempotency-Key\` of 1 to ${serviceLimits.idempotencyKeyCharacters} printable
characters. The same key with the same request (path, query and body) within ${serviceLimits.idempotencyHours} h answers what the first one answered, with
\`Idempotent-Replayed: true\`, and does nothing. With another request it is a 409; while the first is under way it is a
409 with \`Retry-After: 1\`. Refused requests are not remembered.

## Posts
- **First status**: \`publishing\` without \`scheduled_for\`, \`scheduled\` with it, \`draft\` for a draft.
- **Transitions**: draft to scheduled or publishing; scheduled to publishing, draft or canceled; publishing to published or
  failed; failed to publishing (retry) or draft; canceled to draft or scheduled. Anything else is a 409.
- **\`scheduled_for\`** must end in Z or an offset. Up to 60 s in the past counts as now; earlier, or more than
  ${serviceLimits.scheduledAheadYears} years ahead, is a 400.
- **\`text\` or \`thread\`**, not both. A thread has up to ${limits.parts} parts of ${limits.partCharacters} characters each, and all
  parts together up to ${limits.postCharacters}; a blank part is a 400. A longer post from before this limit can still be sent, and edited as
  long as it does not grow.
- **Channels**: an unknown or foreign id is a 400 that names it, and nothing is created. A repeated id counts once.
- **Length**: what a target platform would refuse is a 400 naming channel, part, count and limit. Drafts may be longer.
- **Joining**: on \`x\` every part is a post of a thread. Elsewhere the parts are joined by a blank line, numbering such as
  "2/5" at their ends dropped, where that fits. Where it does not, and the platform knows reply chains (Bluesky, Mastodon,
  Threads), they become a chain; else it is a 400. \`posts\` keeps the author's parts; \`delivery\` says how they go out.
- **Images**: up to ${limits.imagesPerPost} of the member's own, attached to the first part. The type is what the bytes say.
- **\`points\`**: a whole number from 0 to ${limits.pointsMax}, ${limits.pointsDefault} if left out.
- **Deleting**: a post that is \`publishing\` is a 409. One that is failed or canceled is removed like a draft. A
  published one leaves the history only. For ${serviceLimits.restorableDays} days it can be restored.
- **Many at once**: \`POST /posts/changes\` does one thing to up to ${limits.postsPerChange.toLocaleString("en-GB")} posts, named or by a filter; more are a 400. Each is done
  or refused by itself. With \`grace_seconds\` a publish waits as \`scheduled\`, a retry as \`publishing\`.
- **Undo**: a change can be undone for a day, each post unless it changed or went out since. What was scheduled for a time
  that has passed comes back as a draft, and says so in \`note\`. An undo sends nothing.
- **Half sent**: of a thread that failed on its way the parts that are out, or may be, can't be changed, nor can the images: a
  \`PATCH\` that would is a 409 and changes nothing. What comes after them can be changed, added and removed; a retry, or
  \`status\` \`publishing\` with the change, sends what is missing, each part answering the one before. Taken down, the post is
  a draft again once nothing of it is out; with \`by_hand\` by its author's own word.
- **Taking down** removes a published post from its platform, where \`take_down\` of the platform is true: the last part
  first. When some of it still stands it is a 503, and asking again goes on with the rest.
- **Lists** are ordered by \`created_at\`, then \`id\`, newest first. \`limit\` is ${serviceLimits.pageSizeDefault} if left out.
- **Filters** all hold together. \`member\` other than one's own is for administrators, else a 403. A channel, member or
  submission that is not there picks nothing. Instants lie in the years 1970 to 2199; \`from\` after \`to\` is a 400.
- **\`q\`**: every word must stand in the text, in any case and order; words written together, such as \`x.com/launch\`, one
  after the other. The last may be begun only. Punctuation counts for nothing, and alone finds nothing.
- **\`sort\`**: by \`scheduled\` or \`published\`, posts without that time come last, whatever the \`order\`.
- **\`total\`** is exact. With \`q\`, \`from\`, \`to\`, \`submission\` or \`deleted\` it is exact up to ${serviceLimits.exactTotal.toLocaleString("en-GB")}; where there
  are more it is that number and \`total_is_lower_bound\` is true (\`lower_bounds\` names such statuses in counts).
- **\`late\`** says why a post that is due or on its way is not out, for a program; null when nothing holds it up.
- **Administrators** read every post of their organization and its events. Only its author changes a post.
- **Export**: CSV is inert in spreadsheets. A \`'\` is put before \`=\`, \`+\`, \`-\` and \`@\` (full-width forms too) at the
  start of a text and after \`;\`, a tab or a line break in it, blanks, quotes and \`'\` between them passed over, and before
  a tab or CR at the start. Take one \`'\` away there to have the text as it was written. Posts that change while it runs
  are told as they were when they were read.
- Fields of a post after \`updated_at\`, and endpoints marked \`x-documented: false\`, go beyond the first document.

## Points
- **A claim** is made when its post is published; its id is the post's. Its author changes it until it is decided, and may
  appeal a rejection once. \`version\` guards each decision: the second one gets 409 and the first one's sentence.
- **Decisions** add to the author's total in their own transaction; each can be reversed, whole or one claim of it, by lines that
  compensate. Nobody decides their own. At most ${limits.claimsPerDecision} in one call, each done or refused by itself.
- **Caps** of a submission, a UTC day or a week from Monday are applied at approval, and \`capped_by\` names the one
  that took something away. Awards by hand are outside of caps.
- **The ledger** has every step, and nothing in it is ever changed; \`/ledger/check\` recounts all totals from it.

## Webhooks
An administrator's webhooks are told of \`post.published\`, \`post.failed\`, \`post.deleted\`,
\`claim.decided\` (with decision, points and reason), \`channel.ending\` and \`channel.reconnect\` by a POST whose JSON body is \`{"type", "timestamp", "data"}\`. \`data\` names a post, its channel, its status and its
links, never its text. Signed as Standard Webhooks (standardwebhooks.com) says, so its libraries check it:
\`new Webhook(secret).verify(body, headers)\`.

- **By hand**: the text \`id.timestamp.body\`, made of the headers \`webhook-id\` and \`webhook-timestamp\` and the body
  as it came, is signed by HMAC-SHA256; the key is the base64 after \`whsec_\`. One of the signatures in
  \`webhook-signature\` (separated by blanks) must be \`v1,\` and the base64 of that. Compare in constant time, and refuse
  a timestamp more than 5 minutes off.
- **Acknowledge** with a 2xx within 15 s. Anything else is tried again with the same \`webhook-id\`, ever more slowly, for
  ${serviceLimits.webhookHours} h; so a message may come twice, and in any order. A 410 switches the webhook off.
- **A new secret** signs beside the former one for ${serviceLimits.webhookHours} h.
- **Addresses** must be https and public, unless the server's OUTBOUND_ALLOW names the host and port.
`.trim();

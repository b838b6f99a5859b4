import { errorStatus } from "#lib/contract/errors.ts";
import { formatNumber } from "#lib/contract/format-number.ts";
import { limits } from "#lib/contract/limits.ts";
import { getScopeLabel, scopes } from "#lib/contract/scopes.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";

const errorDescriptions: Record<keyof typeof errorStatus, string> = {
  invalid_request: "The request is invalid. `message` says why and `field` names the first invalid field.",
  unauthorized: "The API key is missing, invalid or revoked.",
  forbidden: "The key lacks the scope or its member lacks the role.",
  confirmation_required:
    "A dashboard session changes access and its person signed in more than 10 minutes ago. API keys never get this error.",
  not_found: "The resource does not exist or belongs to someone else.",
  method_not_allowed: "The address does not support this method. `Allow` lists the supported methods.",
  conflict: "The resource has changed or its state does not allow this request.",
  sending_paused: "An administrator paused sending, so nothing can be published now. `message` has the reason.",
  payload_too_large: "The JSON body is larger than 1 MB.",
  unsupported_media_type: "The body of a JSON endpoint is not JSON.",
  rate_limited: "Too many requests. `Retry-After` says when to try again.",
  internal_error: "The service failed. The request id identifies the log line.",
  unavailable: "The database or the image storage can't be reached. Try again later.",
  quota_exceeded: "The member's image storage is full. `GET /media/usage` shows the usage.",
};

/** Returns the meaning of an error code, for the API description. */
export function getErrorDescription(code: keyof typeof errorStatus): string {
  return errorDescriptions[code];
}

const rows = (cells: readonly (readonly string[])[]) => cells.map((row) => `| ${row.join(" | ")} |`).join("\n");

/** The sections that every subset of the description has. */
const basics: readonly string[] = ["Keys", "Requests", "Answers", "Limits", "Safe to repeat"];

/**
 * Returns the rules that endpoints share, in Markdown: how to call the API, and the service's decisions where the API
 * document is silent. A subset of the description has fewer sections.
 */
export function getApiDescription(extent: "whole" | "posts" | "basics"): string {
  if (extent === "whole") return apiDescription;
  const kept = extent === "posts" ? [...basics, "Posts"] : basics;
  return apiDescription
    .split(/\n(?=## )/)
    .filter((section) => !section.startsWith("## ") || kept.some((name) => section.startsWith(`## ${name}\n`)))
    .join("\n");
}

const apiDescription = `
Write a post once. Publish it now or later on every connected channel, or save it as a draft.

This is an OpenAPI 3.1 description. \`?core=1\` returns the eight main endpoints only, and \`?tag=posts\` the endpoints of
one tag. Responses are compressed and have an ETag.

## Keys
Send \`Authorization: Bearer KEY\` or \`x-api-key: KEY\`. Two headers with different keys return 401, and so does a
missing, invalid or revoked key. A key acts on behalf of the member who created it. It has scopes, and never more than
its member's role allows at that moment.

| scope | allows |
|---|---|
${rows(scopes.map((scope) => [`\`${scope}\``, getScopeLabel(scope)]))}

## Leaked keys
Keys are easy to detect. A key is \`pw_\`, 43 random characters, and 6 characters with the CRC-32 of everything before
them in base62 (\`0-9A-Za-z\`), most significant first. A secret scanner finds keys by the expression
\`\\bpw_[0-9A-Za-z]{49}\\b\` and uses the checksum to exclude text that only looks like a key. Keys from before the
checksum have 43 characters after the prefix and no checksum.

If a key leaks, revoke it on the profile at once (\`DELETE /keys/{id}\`). Its next request is rejected everywhere. Do
not rotate it with an overlap, because the old value would keep working. Then check the key's last use in the list of
keys, and check \`GET /posts\` for posts that you did not write. Create a new key with fewer scopes, an expiry or address
limits. Removing the key from the place where it leaked is not enough, because it may have been copied.

## Requests
A body field or query parameter that an endpoint does not have returns 400. \`field\` names it and the message suggests
the most similar name, such as "There is no field schedule_for. Did you mean scheduled_for?". Nothing is ever ignored.
A list in a query can be written as \`status=a&status=b\`, \`status=a,b\` or \`status[]=a\`. Other parameters can be given
once. In a body, null in an optional field means not set, unless the field gives null its own meaning or refuses it. Text must be
valid Unicode without U+0000. An id in a path that is not a UUID returns 404.

## Answers
A successful response is \`{"data": …}\`. A list of posts also has \`pagination\`. Every response has \`x-request-id\`.
An error is \`{"error": {"code", "message"}}\`, with \`field\` if one field is invalid. A URL or headers of
more than 16,384 bytes return 431 with \`invalid_request\`. A path with \`.\` or \`..\` between slashes returns 400.

| status | code | when |
|---|---|---|
${rows(Object.entries(errorStatus).map(([code, status]) => [String(status), `\`${code}\``, errorDescriptions[code as keyof typeof errorStatus]]))}

## Limits
A member can send a limited number of requests per minute with all their keys together, also all at once. The default
limit is 600. Responses have
\`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` (seconds). A 429 has \`Retry-After\`. Too many invalid
keys from one address also return 429, and so do more concurrent requests than the queue can hold. While other members
send requests, a member's long requests run one after the other, with pauses. Without other requests there are no pauses.
A client that reads nothing of a response for 30 s is disconnected. A list with \`text=excerpt\` is smaller and faster.

## Safe to repeat
\`POST /posts\` and \`POST /media\` accept an \`Idempotency-Key\` of 1 to ${serverOnlyLimits.idempotencyKeyCharacters} printable
characters. The same key with the same request (path, query and body) within ${serverOnlyLimits.idempotencyHours} h returns the first response with
\`Idempotent-Replayed: true\` and does nothing. The same key with another request returns 409. While the first request is
in progress, the same key returns 409 with \`Retry-After: 1\`. Rejected requests are not stored.

## Posts
- **First status**: \`publishing\` without \`scheduled_for\`, \`scheduled\` with it, \`draft\` for a draft.
- **Transitions**: draft to scheduled or publishing; scheduled to publishing, draft or canceled; publishing to published or
  failed; failed to publishing (retry) or draft; canceled to draft or scheduled. Any other transition returns 409.
- **\`scheduled_for\`** must end in Z or an offset, or be \`next-slot\`: then the service takes the first of your posting
  slots (\`PATCH /me/settings\`) and the team's (\`PATCH /organization\`) at which none of the channels has a post, and the
  response has the time. Two requests at once never get the same slot. Without a free slot the request returns 400. Your
  slots are in your time zone, or in UTC if your settings have none; the team's have a zone of their own. Up to 60 s in the past counts as now. An earlier time, or one more than
  ${serverOnlyLimits.scheduledAheadYears} years ahead, returns 400.
- **\`text\` or \`thread\`**, not both. A thread has up to ${limits.parts} parts of ${limits.partCharacters} characters each, and all
  parts together up to ${limits.postCharacters}. A blank part returns 400. A longer post from before this limit can still be sent, and
  edited as long as it does not grow.
- **Channels**: an unknown id or one of another organization returns 400 that names it, and nothing is created. A repeated
  id counts once.
- **Length**: text that a target platform would reject returns 400 with channel, part, count and limit. Drafts can be longer.
- **Joining**: on \`x\`, every part is a post of a thread. On other platforms, parts that fit are joined by a blank line, and
  numbering such as "2/5" at their ends is removed. If the joined text does not fit, platforms with reply chains (Bluesky,
  Mastodon, Threads) publish a chain; other platforms return 400. \`threads\` chooses for each channel: \`chain\` makes each
  part a post of a thread, where the platform has threads, and \`join\` makes all one post. \`posts\` has the author's parts;
  \`delivery\` says how they are published.
- **Images**: up to ${limits.imagesPerPost} of the member's own images, attached to the first part. The type is detected from the file's bytes.
- **\`media_urls\`**: up to ${limits.imagesPerPost} https addresses in place of uploads. Each must answer within 10 s, without a redirect, from
  a public address, and passes the checks of an upload. If one fails, nothing is created. Repeating the request with the
  same \`Idempotency-Key\` downloads nothing again.
- **\`points\`**: a whole number from 0 to ${limits.pointsMax}. Default: ${limits.pointsDefault}.
- **Deleting**: a post that is \`publishing\` returns 409. A failed or canceled post is deleted like a draft. A
  published post is removed from the history only. A deleted post can be restored for ${serverOnlyLimits.restorableDays} days.
- **Many at once**: \`POST /posts/changes\` applies one change to up to ${formatNumber(limits.postsPerChange)} posts, given by id or by a filter. More return 400. Each
  post is changed or rejected independently. With \`grace_seconds\`, a publish waits as \`scheduled\` and a retry as
  \`publishing\`.
- **Undo**: a change can be undone for a day, except for posts that changed or were published since. A post whose
  scheduled time has passed, or whose channel is disconnected, is restored as a draft, and \`note\` says so. An undo
  sends nothing.
- **Half sent**: in a thread that failed midway, the parts that are or may be live can't be changed, and neither can the
  images. A \`PATCH\` that would change them returns 409 and changes nothing. The parts after them can be changed, added and
  removed. A retry, or \`status\` \`publishing\` in the change, sends the missing parts, each as a reply to the one before. After
  a takedown, the post is a draft again once no part is live; \`by_hand\` says that the author took the parts down.
- **Taking down** removes a published post from its platform if \`take_down\` of its channel is true, the last part
  first. If some parts are still live, it returns 503; sending the request again continues with the rest.
- **Lists** are ordered by \`created_at\`, then \`id\`, newest first. The default \`limit\` is ${serverOnlyLimits.pageSizeDefault}.
- **Filters** are combined with AND. \`member\` other than your own is for administrators; others get 403. A channel, member or
  submission that does not exist matches nothing. Times are in the years 1970 to 2199. \`from\` after \`to\` returns 400.
- **\`q\`**: the text must contain every word, in any case and order. Words written together, such as \`x.com/launch\`, must
  be adjacent. The last word can be incomplete. Punctuation is ignored, and alone it finds nothing.
- **\`sort\`**: by \`scheduled\` or \`published\`, posts without that time are last, whatever the \`order\`.
- **\`total\`** is exact. With \`q\`, \`from\`, \`to\`, \`submission\` or \`deleted\` it is exact up to ${formatNumber(serverOnlyLimits.exactTotal)},
  and of submissions up to ${formatNumber(serverOnlyLimits.exactSubmissions)}. If there are more, it is that number and \`total_is_lower_bound\` is true (\`lower_bounds\` names such statuses in counts).
- **\`late\`** is the machine-readable reason why a post that is due or being sent is not published yet. It is null if
  nothing delays the post.
- **Administrators** can read every post of their organization and its events. Only its author can change a post.
- **Export**: CSV is safe to open in spreadsheets. A \`'\` is added before \`=\`, \`+\`, \`-\` and \`@\` (and their full-width forms) at
  the start of a text and after \`;\`, a tab or a line break in it, also if spaces, quotes or \`'\` come between. A \`'\` is
  also added before a tab or CR at the start. Remove one \`'\` at these places to restore the original text. Posts that
  change during an export appear as they were when they were read.
- Fields of a post after \`updated_at\`, and endpoints marked \`x-documented: false\`, are additions to the first document.

## Points
- **A claim** is created when its post is published and has the post's id. Its author can change it until it is decided, and
  can appeal a rejection once. Each decision requires the current \`version\`: a second decision returns 409 with a message
  about the first one.
- **Decisions** add to the author's total in their own transaction. A whole decision, or one claim of it, can be reversed by
  compensating entries. Nobody can decide their own claims, except the only administrator of an organization with
  \`self_review\`. One call accepts at most ${limits.claimsPerDecision} decisions, each accepted or rejected independently.
- **Caps** of a submission, a UTC day or a week from Monday are applied at approval. \`capped_by\` names the cap that
  reduced the points. Awards without a claim are not capped.
- **The ledger** has every step, and no entry is ever changed. \`/ledger/check\` recounts all totals from it.

## Webhooks
An administrator's webhooks receive \`post.published\`, \`post.failed\`, \`post.held\`, \`post.deleted\`,
\`claim.decided\` (with decision, points and reason), \`channel.ending\` and \`channel.reconnect\` as a POST with the JSON body
\`{"type", "timestamp", "data"}\`. \`data\` names a post, its channel, its status and its
links, never its text. Requests are signed by the Standard Webhooks specification (standardwebhooks.com), so its libraries can
verify them: \`new Webhook(secret).verify(body, headers)\`.

- **By hand**: the text \`id.timestamp.body\`, made of the headers \`webhook-id\` and \`webhook-timestamp\` and the raw
  body, is signed with HMAC-SHA256. The key is the base64 after \`whsec_\`. One of the signatures in
  \`webhook-signature\` (separated by spaces) must be \`v1,\` followed by the base64 of that signature. Compare in constant
  time, and reject a timestamp that is more than 5 minutes off.
- **Acknowledge** with a 2xx within 15 s. Any other result is retried with the same \`webhook-id\` at growing intervals for
  ${serverOnlyLimits.webhookHours} h, so a message may arrive twice and in any order. A 410 disables the webhook.
- **A new secret** signs beside the old one for ${serverOnlyLimits.webhookHours} h.
- **Addresses** must be https and public, unless the server's OUTBOUND_ALLOW names the host and port.
`.trim();

import { parseClaimFilter, toClaimQuery } from "#components/review/review-filter-params.ts";
import type { Failure, Result } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import { postStatuses } from "#lib/contract/resources/post-statuses.ts";
import { listChannelDetails } from "#lib/gateway/channels.ts";
import { countWaitingClaims, getLedgerCheck, getPostClaim, listClaims } from "#lib/gateway/claims.ts";
import { countInbox } from "#lib/gateway/count-inbox.ts";
import { listInbox } from "#lib/gateway/inbox.ts";
import { listMemberNames } from "#lib/gateway/leaderboard.ts";
import { getCalendar, listPostBatch } from "#lib/gateway/posts/calendar.ts";
import { countPosts } from "#lib/gateway/posts/count-posts.ts";
import { listDrafts, readDraftsOverview } from "#lib/gateway/posts/drafts.ts";
import { readHome } from "#lib/gateway/posts/home.ts";
import { readLinkPreview } from "#lib/gateway/posts/link-preview.ts";
import {
  listNewestPosts,
  listPostEvents,
  listPostExcerpts,
  listPosts,
  listSubmissionPosts,
} from "#lib/gateway/posts/list-posts.ts";
import { countSubmissions, listSubmissions } from "#lib/gateway/posts/list-submissions.ts";
import { listMentions } from "#lib/gateway/posts/mentions.ts";
import { getNextSlot } from "#lib/gateway/posts/next-slot.ts";
import { searchPosts } from "#lib/gateway/posts/search-posts.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";
import { getServiceTime } from "#lib/gateway/service-location.ts";
import { parseInboxState } from "#lib/queries/inbox.ts";
import { everyone } from "#lib/queries/scope.ts";
import { toSearchParamsRecord } from "#lib/queries/search-params.ts";
import { renewSession } from "#lib/session/session.ts";
import { rankHashtags } from "#lib/text/links/find-hashtags.ts";
import { readPostsView } from "../../read-posts-view.ts";

type Reading = (
  client: Awaited<ReturnType<typeof getServiceClient>>,
  rest: string[],
  url: URL,
) => Promise<Result<unknown>>;

const notFound: Failure = { code: "not_found", message: "There is nothing at this address.", status: 404 };

/** Paths that the browser may read again, each mapped to one documented read; the server adds the key. */
const readings = new Map<string, Reading>([
  [
    "posts",
    async (client, [id, part], { searchParams }) => {
      if (id !== undefined && part === "claim") return getPostClaim(client, id);
      if (id !== undefined) return part === "events" ? listPostEvents(client, id) : client.getPost({ id });
      return listPostExcerpts(client, (await readPostsView(toSearchParamsRecord(searchParams))).query);
    },
  ],
  [
    "next-slot",
    (client, _rest, { searchParams }) =>
      getNextSlot(client, {
        channels: (searchParams.get("channels") ?? "").split(",").filter(Boolean),
        zone: searchParams.get("zone"),
        after: searchParams.get("after"),
      }),
  ],
  [
    "latest-posts",
    async (client) => {
      const latest = await listPosts(client, { limit: limits.pageSizeMax, offset: 0 });
      return latest.error ? latest : { ok: latest.ok.posts };
    },
  ],
  [
    "hashtags",
    async (client) => {
      const newest = await listNewestPosts(client);
      if (newest.error) return newest;
      // A text for several channels is several posts.
      return { ok: rankHashtags(newest.ok.map(({ posts }) => posts.map(({ text }) => text).join("\n"))) };
    },
  ],
  ["home", (client, _rest, { searchParams }) => readHome(client, searchParams.get("member") === everyone)],
  [
    "counts",
    async (client, _, { searchParams }) =>
      countPosts(client, (await readPostsView(toSearchParamsRecord(searchParams))).counted),
  ],
  [
    "submission-counts",
    async (client, _, { searchParams }) =>
      countSubmissions(client, (await readPostsView(toSearchParamsRecord(searchParams))).counted),
  ],
  [
    "submissions",
    async (client, [id], { searchParams }) =>
      id === undefined
        ? listSubmissions(client, (await readPostsView(toSearchParamsRecord(searchParams))).query)
        : listSubmissionPosts(client, id, searchParams.get("text") === "full" ? "full" : "excerpt"),
  ],
  [
    "drafts",
    (client, _rest, { searchParams }) =>
      listDrafts(client, {
        kind: searchParams.get("kind") === "template" ? "template" : "draft",
        words: (searchParams.get("q") ?? "").slice(0, 200),
        offset: Number(searchParams.get("offset")) || 0,
        ...(searchParams.has("limit") && { limit: Number(searchParams.get("limit")) || 1 }),
      }),
  ],
  ["drafts-overview", async (client) => (await readDraftsOverview(client)) ?? { error: notFound }],
  ["inbox-count", (client) => countInbox(client)],
  [
    "inbox",
    (client, _rest, { searchParams }) =>
      listInbox(client, {
        state: parseInboxState(searchParams.get("state")),
        isEveryone: searchParams.get("member") === everyone,
      }),
  ],
  ["claims-waiting", (client) => countWaitingClaims(client)],
  [
    "claims",
    async (client, [id], { searchParams }) => {
      if (id !== undefined) return client.getClaim({ id });
      return listClaims(client, toClaimQuery(parseClaimFilter(toSearchParamsRecord(searchParams)), getServiceTime()));
    },
  ],
  ["ledger-check", (client) => getLedgerCheck(client)],
  [
    "names",
    async (client, _rest, { searchParams }) => ({
      ok: { names: await listMemberNames(client, searchParams.get("q") ?? "") },
    }),
  ],
  ["found", (client, _rest, { searchParams }) => searchPosts(client, searchParams.get("q") ?? "")],
  ["webhooks", (client, [id]) => (id === undefined ? client.listWebhooks() : client.listWebhookDeliveries({ id }))],
  [
    "planned",
    (client, [id = ""], { searchParams }) =>
      client.listPlanned({ id, limit: 100, offset: Number(searchParams.get("offset") ?? 0) || 0 }),
  ],
  ["members", (client, _rest, { searchParams }) => client.listMembers({ q: searchParams.get("q") ?? "", limit: 100 })],
  ["channels", (client, [what]) => (what === "details" ? listChannelDetails(client) : client.listChannels())],
  ["link-preview", (client, _rest, { searchParams }) => readLinkPreview(client, searchParams.get("url") ?? "")],
  [
    "mentions",
    (client, _rest, { searchParams }) =>
      listMentions(client, { q: searchParams.get("q") ?? "", channel: (searchParams.get("channel") ?? "").split(",") }),
  ],
  ["platforms", (client) => client.listPlatforms()],
  [
    "calendar",
    (client, _, { searchParams }) =>
      getCalendar(client, {
        from: searchParams.get("from") ?? "",
        to: searchParams.get("to") ?? "",
        status: postStatuses.filter((status) => searchParams.getAll("status").includes(status)),
        channel: searchParams.getAll("channel"),
        member: searchParams.get("member"),
        q: searchParams.get("q") ?? "",
      }),
  ],
  [
    "slice",
    (client, _, { searchParams }) => {
      const offset = Number(searchParams.get("offset") ?? 0);
      return listPostBatch(client, Number.isSafeInteger(offset) && offset >= 0 ? offset : 0);
    },
  ],
  ["feed", (client) => client.getFeed()],
  // Returns the signed-in member and, like every read, keeps a used session alive.
  ["me", (client) => client.getMe()],
]);

export async function GET(request: Request, { params }: { params: Promise<{ path: string[] }> }): Promise<Response> {
  const [name = "", ...rest] = (await params).path;
  const reading = readings.get(name);
  const result = reading ? await reading(await getServiceClient(), rest, new URL(request.url)) : { error: notFound };
  if (!result.error) await renewSession();
  // A page may read a post again right after its deletion: then "not found" is an answer and no error.
  const isGone = name === "posts" && result.error?.code === "not_found";
  return Response.json(result, {
    status: result.error && !isGone ? (result.error.status ?? 502) : 200,
    headers: { "cache-control": "no-store" },
  });
}

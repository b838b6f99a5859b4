import "server-only";
import type { ServiceClient } from "#lib/client/create-client.ts";
import type { Result } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import { takeFirstSubmissions } from "#lib/contract/next-submissions.ts";
import type { Post } from "#lib/contract/types.ts";
import { getUnreadableFields } from "#lib/contract/unreadable-fields.ts";
import { excerptQuery, getServiceCapabilities } from "#lib/gateway/service-capabilities.ts";
import { type DraftPageSnapshot, groupDraftPosts, listDrafts } from "./drafts.ts";
import { countSubmissions } from "./list-submissions.ts";
import { readPostOverview } from "./post-overview.ts";
import { type PublishedSummary, summarizePublished } from "./summarize-published.ts";

/** The posts on the home page. For everyone's, only the drafts and the points are the member's own. */
export type HomeSnapshot = {
  /** The posts of the next scheduled submissions, in order of their time. */
  next: Post[];
  /** Posts in progress, and the others of their submissions. */
  moving: Post[];
  /** The drafts that changed last, with the number of all. */
  drafts: DraftPageSnapshot;
  /** Sums of the member's own latest published posts; a scheduled one of `next` counts for the first steps too. */
  published: PublishedSummary;
  /** The latest published post. */
  lastPublished: Post | null;
  /** Only where the service has no inbox. */
  failed: Post[];
  counts: Record<string, number | null>;
};

/** The `member` that stands for all members. */
const everyoneMember = "all";
/** Enough posts for the next submissions, each on several channels. */
const nextPosts = 30;
const movingPosts = 20;
const homeDrafts = 3;
const failedPosts = 5;
/** Pages to request of a service that can't order scheduled posts by time: 500 posts. */
const pagesMax = 5;

/** Reads all of it at once; an error if the posts are unavailable. */
export async function readHome(client: ServiceClient, isEveryone: boolean): Promise<Result<HomeSnapshot>> {
  const offered = await getServiceCapabilities();
  // A service that changes posts in bulk also orders lists by time: both features arrived together.
  const isFull = offered.has("changePosts");
  if (!isFull && !offered.has("countPosts")) return readHomeFromLists(client);
  const of = isEveryone ? { member: everyoneMember } : {};
  const [counts, next, moving, drafts, published, lastPublished, failed] = await Promise.all([
    countSubmissions(client, of),
    isFull ? listNextPosts(client, of) : searchNextPosts(client),
    listPostsInProgress(client, isFull, of),
    listDrafts(client, { kind: "draft", limit: homeDrafts }),
    listPostsMatching(client, {
      status: ["published"],
      limit: limits.pageSizeMax,
      ...(isFull && { sort: "published", order: "desc" }),
    }),
    isEveryone
      ? listPostsMatching(client, { ...of, status: ["published"], limit: 1, sort: "published", order: "desc" })
      : none,
    offered.has("listInbox") ? none : listPostsMatching(client, { status: ["failed"], limit: failedPosts }),
  ]);
  const error =
    counts.error ??
    next.error ??
    moving.error ??
    drafts.error ??
    published.error ??
    lastPublished.error ??
    failed.error;
  if (error) return { error };
  return {
    ok: {
      next: takeFirstSubmissions(next.ok?.timed ?? []),
      moving: joinPosts(moving.ok ?? [], next.ok?.due ?? []),
      drafts: drafts.ok ?? { drafts: [], total: 0 },
      published: summarizePublished(published.ok ?? [], next.ok?.timed ?? [], Date.now()),
      lastPublished: (isEveryone ? lastPublished : published).ok?.[0] ?? null,
      failed: failed.ok ?? [],
      counts: counts.ok?.of ?? {},
    },
  };
}

/** Joins two lists that were read at once: a post that went from one to the other meanwhile is in both. */
function joinPosts(first: readonly Post[], second: readonly Post[]): Post[] {
  const ids = new Set(first.map(({ id }) => id));
  return [...first, ...second.filter(({ id }) => !ids.has(id))].slice(0, movingPosts);
}

/** Reads all of it with as few requests as possible, where the service has only lists. */
async function readHomeFromLists(client: ServiceClient): Promise<Result<HomeSnapshot>> {
  const overview = await readPostOverview(client, true);
  if (overview.error) return overview;
  const { list, counts } = overview.ok;
  const { timed, due } = splitScheduledPosts(list("scheduled"));
  return {
    ok: {
      next: takeFirstSubmissions(timed),
      moving: [...list("publishing"), ...due].slice(0, movingPosts),
      drafts: groupDraftPosts(list("draft"), counts["draft"] ?? null, homeDrafts),
      published: summarizePublished(list("published"), timed, Date.now()),
      lastPublished: list("published")[0] ?? null,
      failed: list("failed").slice(0, failedPosts),
      counts,
    },
  };
}

const dueMs = (post: Post) => Date.parse(post.scheduled_for ?? "") || Number.POSITIVE_INFINITY;
const sortByTime = (posts: readonly Post[]) => posts.toSorted((one, other) => dueMs(one) - dueMs(other));

/** The next scheduled posts by time. `due` have no time: they are due now, whatever the service calls them. */
type ScheduledPosts = { timed: Post[]; due: Post[] };

function splitScheduledPosts(scheduled: readonly Post[]): ScheduledPosts {
  const isTimed = (post: Post) => post.scheduled_for !== null || getUnreadableFields(post).includes("scheduled_for");
  return {
    timed: sortByTime(scheduled.filter(isTimed)).slice(0, nextPosts),
    due: scheduled.filter((post) => !isTimed(post)).slice(0, movingPosts),
  };
}

const none: Result<Post[]> = { ok: [] };
type Query = Parameters<ServiceClient["listPosts"]>[0];

async function listPostsMatching(client: ServiceClient, query: Query): Promise<Result<Post[]>> {
  const page = await client.listPosts({ ...query, ...(await excerptQuery()) });
  return page.error ? page : { ok: page.ok.data };
}

async function listNextPosts(client: ServiceClient, of: Query): Promise<Result<ScheduledPosts>> {
  const query: Query = { ...of, status: ["scheduled"], sort: "scheduled", order: "asc", limit: nextPosts };
  const posts = await listPostsMatching(client, query);
  return posts.error ? posts : { ok: { timed: posts.ok, due: [] } };
}

/** Finds the next posts where lists come newest first only, by reading and sorting them here. */
async function searchNextPosts(client: ServiceClient): Promise<Result<ScheduledPosts>> {
  const posts: Post[] = [];
  for (let at = 0; at < pagesMax; at += 1) {
    const query = { status: ["scheduled" as const], limit: limits.pageSizeMax, offset: at * limits.pageSizeMax };
    const page = await client.listPosts({ ...query, ...(await excerptQuery()) });
    if (page.error) return page;
    posts.push(...page.ok.data);
    if (page.ok.data.length === 0 || posts.length >= page.ok.pagination.total) break;
  }
  return { ok: splitScheduledPosts(posts) };
}

async function listPostsInProgress(client: ServiceClient, isFull: boolean, of: Query): Promise<Result<Post[]>> {
  const moving = await listPostsMatching(client, { ...of, status: ["publishing"], limit: movingPosts });
  if (moving.error || !isFull) return moving;
  const submissions = [...new Set(moving.ok.flatMap((post) => post.submission_id ?? []))];
  const whole = await Promise.all(
    submissions.map((submission) => listPostsMatching(client, { ...of, submission, limit: limits.pageSizeMax })),
  );
  const found = new Map([...moving.ok, ...whole.flatMap((one) => one.ok ?? [])].map((post) => [post.id, post]));
  return { ok: [...found.values()] };
}

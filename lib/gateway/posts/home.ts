import "server-only";
import type { ServiceClient } from "#lib/client/create-client.ts";
import type { ServiceCapabilities } from "#lib/client/service-capabilities.ts";
import type { Result } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import { nextSubmissionsMax, takeFirstSubmissions } from "#lib/contract/next-submissions.ts";
import type { Post } from "#lib/contract/types.ts";
import { getUnreadableFields } from "#lib/contract/unreadable-fields.ts";
import { excerptQuery, getServiceCapabilities } from "#lib/gateway/service-capabilities.ts";
import { type DraftPageSnapshot, groupDraftPosts, listDrafts } from "./drafts.ts";
import { readPostOverview } from "./post-overview.ts";
import { type PublishedSummary, summarizePublished } from "./summarize-published.ts";

/** The posts on the home page. For everyone's, only the drafts and the points are the member's own. */
export type HomeSnapshot = {
  /** The posts of the next scheduled submissions, in order of their time. */
  next: Post[];
  /** Number of scheduled submissions, or of posts where the service has no submissions; null if it is unknown. */
  scheduledTotal: number | null;
  /** Posts in progress, and the others of their submissions. */
  moving: Post[];
  /** The drafts that changed last, with the number of all. */
  drafts: DraftPageSnapshot;
  /** Sums of the member's own latest published posts; a scheduled one of `next` counts for the first steps too. */
  published: PublishedSummary;
  /** The latest published post. */
  lastPublished: Post | null;
  hasPublished: boolean;
  /** Only where the service has no inbox. */
  failed: { posts: Post[]; total: number | null };
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
export const readHome = async (client: ServiceClient, isEveryone: boolean): Promise<Result<HomeSnapshot>> =>
  readHomeOf(client, await getServiceCapabilities(), isEveryone);

/** Reads the same from a service that offers `offered`. */
export async function readHomeOf(
  client: ServiceClient,
  offered: ServiceCapabilities,
  isEveryone: boolean,
): Promise<Result<HomeSnapshot>> {
  // A service that changes posts in bulk also orders lists by time: both features arrived together.
  const isFull = offered.has("changePosts");
  if (!isFull && !offered.has("countPosts")) return readHomeFromLists(client);
  const hasSubmissions = offered.has("listSubmissions");
  const of = isEveryone ? { member: everyoneMember } : {};
  const [next, moving, drafts, published, failed] = await Promise.all([
    hasSubmissions ? listNextSubmissions(client, of) : isFull ? listNextPosts(client, of) : searchNextPosts(client),
    hasSubmissions ? listSubmissionsInProgress(client, of) : listPostsInProgress(client, isFull, of),
    listDrafts(client, { kind: "draft", limit: homeDrafts }),
    listPublishedPosts(client, offered, isEveryone),
    listFailedPosts(client, offered),
  ]);
  const error = next.error ?? moving.error ?? drafts.error ?? published.error ?? failed.error;
  if (error) return { error };
  const { timed = [], due = [], total = null } = next.ok ?? {};
  const { last = null, own = [] } = published.ok ?? {};
  return {
    ok: {
      next: takeFirstSubmissions(timed),
      scheduledTotal: total,
      moving: joinPosts(moving.ok ?? [], due),
      drafts: drafts.ok ?? { drafts: [], total: 0 },
      published: summarizePublished(own, timed, Date.now()),
      lastPublished: last,
      hasPublished: last !== null,
      failed: failed.ok ?? nothingFailed,
    },
  };
}

/**
 * Returns true if one of the member's latest hundred published posts was scheduled: the first steps need it, and
 * `HomeSnapshot` has only the last post of a service that reports the points of the posts itself.
 */
export async function hasPublishedScheduledPost(client: ServiceClient): Promise<boolean> {
  if (!(await getServiceCapabilities()).has("Standing.credited")) return false;
  const own = await listPostsMatching(client, { ...lastPublishedFirst, limit: limits.pageSizeMax });
  return summarizePublished(own.ok ?? [], [], Date.now()).hasScheduled;
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
      scheduledTotal: counts["scheduled"] ?? null,
      moving: [...list("publishing"), ...due].slice(0, movingPosts),
      drafts: groupDraftPosts(list("draft"), counts["draft"] ?? null, homeDrafts),
      published: summarizePublished(list("published"), timed, Date.now()),
      lastPublished: list("published")[0] ?? null,
      hasPublished: (counts["published"] ?? list("published").length) > 0,
      failed: { posts: list("failed").slice(0, failedPosts), total: counts["failed"] ?? null },
    },
  };
}

const dueMs = (post: Post) => Date.parse(post.scheduled_for ?? "") || Number.POSITIVE_INFINITY;
const sortByTime = (posts: readonly Post[]) => posts.toSorted((one, other) => dueMs(one) - dueMs(other));

/** The next scheduled posts by time. `due` have no time: they are due now, whatever the service calls them. */
type ScheduledPosts = { timed: Post[]; due: Post[] };
type NextPosts = ScheduledPosts & { total: number };

function splitScheduledPosts(scheduled: readonly Post[]): ScheduledPosts {
  const isTimed = (post: Post) => post.scheduled_for !== null || getUnreadableFields(post).includes("scheduled_for");
  return {
    timed: sortByTime(scheduled.filter(isTimed)).slice(0, nextPosts),
    due: scheduled.filter((post) => !isTimed(post)).slice(0, movingPosts),
  };
}

type Query = Parameters<ServiceClient["listPosts"]>[0];
const lastPublishedFirst = { status: ["published"], sort: "published", order: "desc" } satisfies Query;

async function listPostsMatching(client: ServiceClient, query: Query): Promise<Result<Post[]>> {
  const page = await client.listPosts({ ...query, ...(await excerptQuery()) });
  return page.error ? page : { ok: page.ok.data };
}

/** The latest published post of the scope, and as many of the member's own as the page needs. */
type PublishedPosts = { last: Post | null; own: Post[] };

/** A service that reports the posts with points is asked for the last post alone. */
async function listPublishedPosts(
  client: ServiceClient,
  offered: ServiceCapabilities,
  isEveryone: boolean,
): Promise<Result<PublishedPosts>> {
  const last = { ...lastPublishedFirst, limit: 1 };
  if (offered.has("Standing.credited")) {
    const posts = await listPostsMatching(client, isEveryone ? { ...last, member: everyoneMember } : last);
    return posts.error ? posts : { ok: { last: posts.ok[0] ?? null, own: isEveryone ? [] : posts.ok } };
  }
  const { status, ...order } = lastPublishedFirst;
  const [own, all] = await Promise.all([
    listPostsMatching(client, { status, limit: limits.pageSizeMax, ...(offered.has("changePosts") && order) }),
    isEveryone ? listPostsMatching(client, { ...last, member: everyoneMember }) : null,
  ]);
  if (own.error) return own;
  if (all?.error) return all;
  return { ok: { last: (all?.ok ?? own.ok)[0] ?? null, own: own.ok } };
}

const nothingFailed: HomeSnapshot["failed"] = { posts: [], total: 0 };

async function listFailedPosts(
  client: ServiceClient,
  offered: ServiceCapabilities,
): Promise<Result<HomeSnapshot["failed"]>> {
  if (offered.has("listInbox")) return { ok: nothingFailed };
  const page = await client.listPosts({ status: ["failed"], limit: failedPosts, ...(await excerptQuery()) });
  return page.error ? page : { ok: { posts: page.ok.data, total: page.ok.pagination.total } };
}

/** The first submissions by time hold the first entries of the page, of which one submission may have several. */
async function listNextSubmissions(client: ServiceClient, of: Query): Promise<Result<NextPosts>> {
  const page = await client.listSubmissions({
    ...of,
    status: ["scheduled"],
    sort: "scheduled",
    order: "asc",
    limit: nextSubmissionsMax,
  });
  if (page.error) return page;
  const posts = page.ok.data.flatMap((submission) => submission.posts);
  const scheduled = posts.filter(({ status }) => status === "scheduled");
  return { ok: { timed: sortByTime(scheduled), due: [], total: page.ok.pagination.total } };
}

async function listNextPosts(client: ServiceClient, of: Query): Promise<Result<NextPosts>> {
  const query: Query = { ...of, status: ["scheduled"], sort: "scheduled", order: "asc", limit: nextPosts };
  const page = await client.listPosts({ ...query, ...(await excerptQuery()) });
  return page.error ? page : { ok: { timed: page.ok.data, due: [], total: page.ok.pagination.total } };
}

/** Finds the next posts where lists come newest first only, by reading and sorting them here. */
async function searchNextPosts(client: ServiceClient): Promise<Result<NextPosts>> {
  const posts: Post[] = [];
  let total = 0;
  for (let at = 0; at < pagesMax; at += 1) {
    const query = { status: ["scheduled" as const], limit: limits.pageSizeMax, offset: at * limits.pageSizeMax };
    const page = await client.listPosts({ ...query, ...(await excerptQuery()) });
    if (page.error) return page;
    posts.push(...page.ok.data);
    total = page.ok.pagination.total;
    if (page.ok.data.length === 0 || posts.length >= total) break;
  }
  return { ok: { ...splitScheduledPosts(posts), total } };
}

async function listSubmissionsInProgress(client: ServiceClient, of: Query): Promise<Result<Post[]>> {
  const page = await client.listSubmissions({ ...of, status: ["publishing"], limit: movingPosts });
  return page.error ? page : { ok: page.ok.data.flatMap(({ posts }) => posts) };
}

/** For a service without submissions: one request for each that has a post in progress. */
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

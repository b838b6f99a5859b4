import "server-only";
import { cache } from "react";
import {
  allCapabilities,
  documentedCapabilities,
  fetchCapabilities,
  type ServiceCapabilities,
} from "#lib/client/service-capabilities.ts";
import { isAdmin, seesOthersPosts } from "#lib/contract/scopes.ts";
import type { Post } from "#lib/contract/types.ts";
import { getSession } from "#lib/session/session.ts";
import { getIdentity } from "./service-client.ts";
import { getServiceLocation, serviceTimeoutMs } from "./service-location.ts";

/** Cache lifetime in ms of a remote service's own description, and of the knowledge that it can't be read now. */
const keptMs = { read: 5 * 60_000, unreadable: 30_000 };
let kept: { baseUrl: string; untilMs: number; abilities: ServiceCapabilities } | null = null;
/** The read in flight, which all pages share, with the ms since 1970 at which pages stop waiting for it. */
let reading: { abilities: Promise<ServiceCapabilities>; waitUntilMs: number } | null = null;

/**
 * Returns the capabilities of the service: all of them in this process; for a remote service the documented endpoints
 * and those of its own description.
 */
export const getServiceCapabilities = cache(async (): Promise<ServiceCapabilities> => {
  const { isRemote, baseUrl } = getServiceLocation();
  if (!isRemote) return allCapabilities;
  const known = kept?.baseUrl === baseUrl ? kept : null;
  if (known && known.untilMs > Date.now()) return known.abilities;
  // A visitor costs the service nothing.
  if (!(await getSession())) return known?.abilities ?? documentedCapabilities;
  reading ??= {
    abilities: readDescription().finally(() => {
      reading = null;
    }),
    waitUntilMs: Date.now() + descriptionWaitMs,
  };
  // An older description serves while the next one is read.
  if (known) return known.abilities;
  const { abilities, waitUntilMs } = reading;
  return await Promise.race([abilities, waitForDescription(waitUntilMs - Date.now())]);
});

/** Ms for which the first pages wait for the description of a service; the pages after them have it. */
const descriptionWaitMs = 1_000;
const waitForDescription = (ms: number) =>
  new Promise<ServiceCapabilities>((resolve) => setTimeout(() => resolve(documentedCapabilities), Math.max(0, ms)));

async function readDescription(): Promise<ServiceCapabilities> {
  const { baseUrl, fetch } = getServiceLocation();
  // Nobody waits for a read that refreshes an older description, so a rejection would be unhandled.
  const read = await fetchCapabilities({ baseUrl, fetch, timeoutMs: serviceTimeoutMs }).catch(() => null);
  const before = kept?.baseUrl === baseUrl ? kept.abilities : documentedCapabilities;
  const abilities = read ?? before;
  kept = { baseUrl, untilMs: Date.now() + (read ? keptMs.read : keptMs.unreadable), abilities };
  return abilities;
}

/**
 * Returns the query parameter that requests excerpts, for lists that show only a title. Empty where the service does
 * not know the parameter: it answers with whole texts.
 */
export const excerptQuery = cache(
  async (): Promise<{ text?: "excerpt" }> =>
    (await getServiceCapabilities()).has("listPosts.text") ? { text: "excerpt" } : {},
);

/** Returns this member's permissions for posts. Our own service's scopes are known; another service checks its own. */
export const getPostPermissions = cache(async () => {
  const [offered, me] = await Promise.all([getServiceCapabilities(), getIdentity()]);
  const mayWrite = getServiceLocation().isRemote || (me.ok?.scopes.includes("posts:write") ?? false);
  return {
    write: mayWrite,
    remove: mayWrite,
    restore: mayWrite && offered.has("restorePost"),
    retry: mayWrite && offered.has("retryPost"),
    cancel: mayWrite && offered.has("cancelPost"),
    change: mayWrite && offered.has("changePost"),
    bulk: mayWrite && offered.has("changePosts"),
    /** May edit all posts of a submission, and add and remove channels. */
    editSubmissions: mayWrite && offered.has("SubmissionChange.add"),
    takeDown: mayWrite && offered.has("takeDownPost"),
    // `by_hand` arrived together with the other features for partially published posts, so it indicates them.
    editPublished: mayWrite && offered.has("TakeDown.by_hand") && offered.has("changePost"),
    // The export arrived together with the filters, so it indicates them.
    filter: offered.has("exportPosts"),
    /** May describe images. */
    describe:
      offered.has("describeMedia") &&
      (getServiceLocation().isRemote || (me.ok?.scopes.includes("media:write") ?? false)),
    drafts: mayWrite && offered.has("saveDraft"),
    shareTemplates: mayWrite && offered.has("listDrafts.with_shared"),
    views: mayWrite && offered.has("changeSettings"),
    /** May read a post's history and claim. */
    history: true,
    // The field arrived after `Idempotency-Key`, so it indicates that key.
    keepsRepeats: !getServiceLocation().isRemote || offered.has("NewPost.submission_id"),
    // Without this field the text of each channel is a separate submission.
    joinSubmission: offered.has("NewPost.submission_id"),
    // A new post waits at the service, and one action on its submission takes it back.
    undoPublish: offered.has("NewPost.grace_seconds") && offered.has("applySubmissionAction"),
    // The same for an edited post, whose undo is a record at the service.
    undoEdit: offered.has("SubmissionChange.grace_seconds") && offered.has("undoChange"),
  };
});

/** Returns true if this member may change other members' posts. */
export const canManagePosts = cache(
  async (): Promise<boolean> => (await getIdentity()).ok?.scopes.includes("posts:manage") ?? false,
);

/** Returns true if this member sees others' posts: an administrator all of them, a member the plan. */
export const canSeeOthersPosts = cache(async (): Promise<boolean> => {
  const { ok } = await getIdentity();
  return ok !== undefined && seesOthersPosts(ok.membership.role, ok.scopes);
});

/**
 * Returns this member's permissions for one post: none to change another member's without the right, or while a blind
 * review hides its author. A service that names no author shows only the member's own posts.
 */
export async function getPermissionsForPost(post: Pick<Post, "member">) {
  const [all, me, canManage] = await Promise.all([getPostPermissions(), getIdentity(), canManagePosts()]);
  const isOwn = post.member === undefined || post.member?.id === "" || post.member?.id === me.ok?.membership.id;
  if (isOwn || (canManage && post.member !== null)) return all;
  const readOnly = withoutChanges(all);
  // A member doesn't write from another's post either: its images are the author's.
  return isAdmin(me.ok?.membership.role ?? "") ? readOnly : { ...readOnly, write: false, history: false };
}

/** Returns the permissions of somebody who only reads the posts. */
export function withoutChanges(all: Awaited<ReturnType<typeof getPostPermissions>>): typeof all {
  const none = {
    remove: false,
    restore: false,
    retry: false,
    cancel: false,
    change: false,
    bulk: false,
    editSubmissions: false,
  };
  return { ...all, ...none, takeDown: false, editPublished: false };
}

/** Returns true if the service has an event stream and this member may read it. */
export const canSubscribeToEvents = cache(async (): Promise<boolean> => {
  const [offered, me] = await Promise.all([getServiceCapabilities(), getIdentity()]);
  return (
    offered.has("openEvents") && (getServiceLocation().isRemote || (me.ok?.scopes.includes("posts:read") ?? false))
  );
});

import "server-only";
import { cache } from "react";
import {
  allCapabilities,
  documentedCapabilities,
  fetchCapabilities,
  type ServiceCapabilities,
} from "#lib/client/service-capabilities.ts";
import { getIdentity, serviceTimeoutMs } from "./service-client.ts";
import { getServiceLocation } from "./service-location.ts";

/** Ms for which a remote service's own description is believed. */
const keptMs = 5 * 60_000;
let kept: { baseUrl: string; untilMs: number; abilities: ServiceCapabilities } | null = null;

/** What the service offers: everything in this process; elsewhere the documented endpoints and what it describes itself. */
export const getServiceCapabilities = cache(async (): Promise<ServiceCapabilities> => {
  const { isRemote, baseUrl, fetch } = getServiceLocation();
  if (!isRemote) return allCapabilities;
  if (kept && kept.baseUrl === baseUrl && kept.untilMs > Date.now()) return kept.abilities;
  const abilities = await fetchCapabilities({ baseUrl, fetch, timeoutMs: serviceTimeoutMs });
  if (!abilities) return kept?.abilities ?? documentedCapabilities;
  kept = { baseUrl, untilMs: Date.now() + keptMs, abilities };
  return abilities;
});

/**
 * The part of a query for posts that asks for excerpts, for lists that show no more than a title. Empty where the service
 * does not know the parameter: it answers with whole texts.
 */
export const excerptQuery = cache(
  async (): Promise<{ text?: "excerpt" }> =>
    (await getServiceCapabilities()).has("listPosts.text") ? { text: "excerpt" } : {},
);

/** What this member can do with posts here. Scopes of our own service are known; those of another are its own affair. */
export const getPostPermissions = cache(async () => {
  const [offered, me] = await Promise.all([getServiceCapabilities(), getIdentity()]);
  const mayWrite = getServiceLocation().isRemote || (me.ok?.scopes.includes("posts:write") ?? false);
  return {
    remove: mayWrite,
    restore: mayWrite && offered.has("restorePost"),
    retry: mayWrite && offered.has("retryPost"),
    cancel: mayWrite && offered.has("cancelPost"),
    change: mayWrite && offered.has("changePost"),
    bulk: mayWrite && offered.has("changePosts"),
    takeDown: mayWrite && offered.has("takeDownPost"),
    // It came with what else is known of posts that stopped on their way, and stands for it.
    half: mayWrite && offered.has("TakeDown.by_hand") && offered.has("changePost"),
    // The export came with the filters: it stands for them.
    filter: offered.has("exportPosts"),
    /** Saying what an image shows. */
    describe:
      offered.has("describeMedia") &&
      (getServiceLocation().isRemote || (me.ok?.scopes.includes("media:write") ?? false)),
    drafts: mayWrite && offered.has("saveDraft"),
    views: mayWrite && offered.has("changeSettings"),
    // The field came after `Idempotency-Key`, and stands for it.
    keepsRepeats: !getServiceLocation().isRemote || offered.has("NewPost.submission_id"),
    // Without it the words of each channel are a submission of their own.
    joinSubmission: offered.has("NewPost.submission_id"),
  };
});

/** Whether the service tells of changes by itself, and tells this member. */
export const canSubscribeToEvents = cache(async (): Promise<boolean> => {
  const [offered, me] = await Promise.all([getServiceCapabilities(), getIdentity()]);
  return (
    offered.has("openEvents") && (getServiceLocation().isRemote || (me.ok?.scopes.includes("posts:read") ?? false))
  );
});

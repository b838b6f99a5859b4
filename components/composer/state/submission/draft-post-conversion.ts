import type { PublishedThreadPart, SubmitIntent, SubmitRequest } from "#components/composer/state/composer-state.ts";
import {
  type ComposerDraft,
  createEmptyDraft,
  type DraftImage,
  type DraftImageMetadata,
  getPublishableParts,
  type PartId,
  type PublishTime,
  type VariantId,
} from "#components/composer/state/draft.ts";
import { getPartMediaIds } from "#components/composer/state/part-images.ts";
import { resolvePublishTime, toPublishTime } from "#components/composer/state/publish-time.ts";
import { limits } from "#lib/contract/limits.ts";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { Channel, Media, NewPost, Post, PostChange } from "#lib/contract/types.ts";
import { getPublishedParts } from "./published-parts.ts";

export function createContentPayload(draft: ComposerDraft, sheet: VariantId = null) {
  const texts = getPublishableParts(draft, sheet).map((part) => part.text);
  const content = texts.length > 1 ? { thread: texts } : { text: texts[0] ?? "" };
  const images = createImagesPayload(draft, sheet);
  return { ...content, ...images, points: draft.points, ...createLinkCardPayload(draft) };
}

/** Only images of later parts need the field that is not in the API document. */
function createImagesPayload(draft: ComposerDraft, sheet: VariantId): Pick<NewPost, "media" | "part_media"> {
  const [first = [], ...later] = getPartMediaIds(draft, sheet);
  return later.some((ids) => ids.length > 0) ? { part_media: [first, ...later] } : { media: first };
}

/** Only a choice is sent: a service with only the documented endpoints does not know the field. */
const createLinkCardPayload = ({ linkCard }: ComposerDraft) => (linkCard === undefined ? {} : { link_card: linkCard });

/** Returns the author's choices for these channels; nothing without one. */
export function createThreadsPayload({ threads = {} }: ComposerDraft, channelIds: readonly string[]) {
  const chosen = Object.entries(threads).filter(([channelId]) => channelIds.includes(channelId));
  return chosen.length > 0 ? { threads: Object.fromEntries(chosen) } : {};
}

function getScheduledFor(draft: ComposerDraft, now: Date): string | null {
  const due = resolvePublishTime(draft.when, now);
  return due.type === "at" ? due.at.toISOString() : null;
}

/**
 * Builds the body of one request: the posts of the channels that get its text. A draft has no time, because nothing
 * would happen then.
 */
export function createPostPayload(
  draft: ComposerDraft,
  intent: SubmitIntent,
  now: Date,
  call: Pick<SubmitRequest, "channelIds" | "sheet" | "submissionId">,
): NewPost {
  const joins = call.submissionId === null ? {} : { submission_id: call.submissionId };
  const threads = createThreadsPayload(draft, call.channelIds);
  const body = { channels: [...call.channelIds], ...createContentPayload(draft, call.sheet), ...threads, ...joins };
  if (intent === "draft") return { ...body, draft: true };
  const at = getScheduledFor(draft, now);
  return at === null ? body : { ...body, scheduled_for: at };
}

/**
 * Builds the update that gives a post the content of the draft. For an interrupted thread it contains all parts, and
 * either saves them or continues publishing.
 */
export function createUpdatePayload(
  draft: ComposerDraft,
  intent: SubmitIntent,
  { version, fixed = [] }: { version: number; fixed?: readonly PublishedThreadPart[] },
  now: Date,
): PostChange {
  if (fixed.length > 0) {
    const thread = [...fixed, ...getPublishableParts(draft)].map(({ text }) => text);
    const ofParts = [...fixed.map(({ mediaIds = [] }) => [...mediaIds]), ...getPartMediaIds(draft, null)];
    // The images of the first part alone are sent already and can't change.
    const images = ofParts.slice(1).some((ids) => ids.length > 0) ? { part_media: ofParts } : {};
    return {
      version,
      thread,
      ...images,
      points: draft.points,
      ...createLinkCardPayload(draft),
      ...(intent === "send" && { status: "publishing" }),
    };
  }
  // `media` alone would leave the images of later parts as they were.
  const { media: _, ...content } = createContentPayload(draft);
  const threads = createThreadsPayload(draft, draft.channelIds);
  const body = { version, ...content, ...threads, part_media: getPartMediaIds(draft, null) };
  if (intent === "draft") return { ...body, status: "draft" };
  const at = getScheduledFor(draft, now);
  return at === null ? { ...body, status: "publishing" } : { ...body, status: "scheduled", scheduled_for: at };
}

/** Converts the image metadata that the service reports. A service that follows only the API document reports none. */
export function toImageMetadata({ mime, size_bytes: sizeBytes, width, height, animated }: Media): DraftImageMetadata {
  return {
    ...(mime !== undefined && { type: mime }),
    ...(sizeBytes !== undefined && { sizeBytes }),
    ...(width !== undefined && height !== undefined && { width, height }),
    ...(animated !== undefined && { moves: animated }),
  };
}

/**
 * Converts a post to a draft; for an interrupted thread, the parts that can still change.
 * @param newPartId creates ids for the parts
 */
export function postToDraft(post: Post, zone: string, newPartId: (at: number) => PartId): ComposerDraft {
  const fixed = getPublishedParts(post).length;
  if (fixed === 0) return wholePostToDraft(post, zone, newPartId);
  const rest = { ...post, posts: post.posts.slice(fixed), part_media: post.part_media?.slice(fixed), media: [] };
  return wholePostToDraft({ ...rest, scheduled_for: null }, zone, newPartId);
}

function wholePostToDraft(post: Post, zone: string, newPartId: (at: number) => PartId): ComposerDraft {
  const ofParts = post.part_media ?? [post.media ?? []];
  const images: DraftImage[] = ofParts.flat().map((media) => ({
    id: media.id,
    name: "Image",
    sizeBytes: media.size_bytes ?? 0,
    alt: media.alt ?? "",
    facts: toImageMetadata(media),
    state: { type: "ready", mediaId: media.id, url: media.url },
  }));
  // The time of a failed post has passed, or it failed before: it is sent again at once, or at a new time.
  const isPlanned = post.scheduled_for && post.status !== "failed";
  const when: PublishTime = isPlanned ? toPublishTime(new Date(post.scheduled_for ?? ""), zone) : { type: "now" };
  const blank = createEmptyDraft(newPartId(0), post.points ?? limits.pointsDefault);
  const parts = post.posts.map((part, at) => {
    const own = at > 0 ? (ofParts[at] ?? []).map(({ id }) => id) : [];
    return { id: newPartId(at), text: part.text, ...(own.length > 0 && { images: own }) };
  });
  return {
    ...blank,
    parts: parts.length > 0 ? parts : blank.parts,
    images,
    channelIds: post.channel_id ? [post.channel_id] : [],
    when,
    ...(post.link_card && { linkCard: post.link_card }),
    ...getPostThreads([post]),
  };
}

/**
 * Returns the choice of each post's channel. A post of several parts without a choice has the one that it would be
 * published by: an edit changes it only where the author does.
 */
export function getPostThreads(posts: readonly Post[]): Pick<ComposerDraft, "threads"> {
  const choices = posts.flatMap(({ channel_id: id, channel, posts: parts, threads, delivery }) => {
    const chosen = threads?.[id ?? ""];
    const hasThreads = (getPlatformRules(channel ?? "")?.thread ?? "never") !== "never";
    if (!id || (!chosen && (parts.length < 2 || !delivery || !hasThreads))) return [];
    return [[id, chosen ?? (delivery === "thread" ? "chain" : "join")] as const];
  });
  return choices.length > 0 ? { threads: Object.fromEntries(choices) } : {};
}

/** True if nothing of the post is published, as far as the service knows. */
export const isKnownUnpublished = (post: Post) =>
  post.status === "failed" &&
  post.published_urls.length === 0 &&
  post.failure?.cause !== "unconfirmed" &&
  getPublishedParts(post).length === 0;

/**
 * Copies text, images and channels of a post to a new draft to publish now. `siblings` are the posts of the same
 * submission; a failed post is copied only with the siblings that are not published either. Removed channels stay in
 * the draft at the end, and the composer names them as for any draft.
 */
export function copyPostToDraft(
  post: Post,
  siblings: readonly Post[],
  channels: readonly Channel[],
  newPartId: (at: number) => PartId,
): ComposerDraft {
  const draft = wholePostToDraft(post, "UTC", newPartId);
  const others = post.status === "failed" ? siblings.filter(isKnownUnpublished) : siblings;
  const meant = new Set([post, ...others].flatMap(({ channel_id: id }) => id ?? []));
  // A service may report only the platform of a post, and not its channel.
  const byPlatform = meant.size === 0 ? channels.filter(({ platform }) => platform === post.channel) : [];
  const usable = byPlatform.length === 1 ? byPlatform : channels.filter(({ id }) => meant.has(id));
  const channelIds = new Set([...usable.map(({ id }) => id), ...meant]);
  const threads = getPostThreads([...others, post]);
  return { ...draft, ...threads, channelIds: [...channelIds], when: { type: "now" } };
}

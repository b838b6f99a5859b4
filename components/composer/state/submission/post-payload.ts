import type { Channel, Media, NewPost, Post, PostChange } from "#lib/contract/types.ts";
import {
  type Draft,
  emptyDraft,
  type Image,
  type ImageFacts,
  type PartId,
  type Sheet,
  type When,
  writtenParts,
} from "#components/composer/state/draft.ts";
import type { Call, FixedPart, Intent } from "#components/composer/state/composer-state.ts";
import { fixedParts } from "./published-parts.ts";
import { dueAt, whenAt } from "#components/composer/state/publish-time.ts";

function contentOf(draft: Draft, sheet: Sheet = null) {
  const texts = writtenParts(draft, sheet).map((part) => part.text);
  const media = draft.images.flatMap((image) => (image.state.is === "ready" ? [image.state.mediaId] : []));
  const words = texts.length > 1 ? { thread: texts } : { text: texts[0] ?? "" };
  return { ...words, media, points: draft.points };
}

function isoOf(draft: Draft, now: Date): string | null {
  const due = dueAt(draft.when, now);
  return due.is === "at" ? due.at.toISOString() : null;
}

/** The body of one call: the posts of the channels that get its words. A draft keeps no time: nothing would happen at it. */
export function makeNewPost(
  draft: Draft,
  intent: Intent,
  now: Date,
  call: Pick<Call, "channelIds" | "sheet" | "submissionId">,
): NewPost {
  const joins = call.submissionId === null ? {} : { submission_id: call.submissionId };
  const body = { channels: [...call.channelIds], ...contentOf(draft, call.sheet), ...joins };
  if (intent === "draft") return { ...body, draft: true };
  const at = isoOf(draft, now);
  return at === null ? body : { ...body, scheduled_for: at };
}

/**
 * The change that brings a post to what the draft says. After parts that are out comes what is written, and is only kept
 * or sent on.
 */
export function makeChange(
  draft: Draft,
  intent: Intent,
  { version, fixed = [] }: { version: number; fixed?: readonly FixedPart[] },
  now: Date,
): PostChange {
  if (fixed.length > 0) {
    const thread = [...fixed, ...writtenParts(draft)].map(({ text }) => text);
    return { version, thread, points: draft.points, ...(intent === "send" && { status: "publishing" }) };
  }
  const body = { version, ...contentOf(draft) };
  if (intent === "draft") return { ...body, status: "draft" };
  const at = isoOf(draft, now);
  return at === null ? { ...body, status: "publishing" } : { ...body, status: "scheduled", scheduled_for: at };
}

/** What a service tells of an image; one of the document tells nothing. */
export function factsOf({ mime, size_bytes: sizeBytes, width, height, animated }: Media): ImageFacts {
  return {
    ...(mime !== undefined && { type: mime }),
    ...(sizeBytes !== undefined && { sizeBytes }),
    ...(width !== undefined && height !== undefined && { width, height }),
    ...(animated !== undefined && { moves: animated }),
  };
}

/** A post as something to write on: of a thread that stopped on its way what may still change. `newPartId` names its parts. */
export function draftOf(post: Post, zone: string, newPartId: (at: number) => PartId): Draft {
  const fixed = fixedParts(post).length;
  if (fixed === 0) return wholeOf(post, zone, newPartId);
  return wholeOf({ ...post, posts: post.posts.slice(fixed), media: [], scheduled_for: null }, zone, newPartId);
}

function wholeOf(post: Post, zone: string, newPartId: (at: number) => PartId): Draft {
  const images: Image[] = (post.media ?? []).map((media) => ({
    id: media.id,
    name: "Image",
    sizeBytes: media.size_bytes ?? 0,
    alt: media.alt ?? "",
    facts: factsOf(media),
    state: { is: "ready", mediaId: media.id, url: media.url },
  }));
  const when: When = post.scheduled_for ? whenAt(new Date(post.scheduled_for), zone) : { is: "now" };
  const blank = emptyDraft(newPartId(0), post.points ?? 0);
  const parts = post.posts.map((part, at) => ({ id: newPartId(at), text: part.text }));
  return {
    ...blank,
    parts: parts.length > 0 ? parts : blank.parts,
    images,
    channelIds: post.channel_id ? [post.channel_id] : [],
    when,
  };
}

/** Nothing of it is out, as far as can be known. */
const isUnsent = ({ status, published_urls, failure }: Post) =>
  status === "failed" && published_urls.length === 0 && failure?.cause !== "unconfirmed";

/**
 * The words, images and channels of a post as the beginning of a new one, to be sent now. `siblings` are the posts of its
 * submission: all of them, or of a post that failed those that nobody got either. Channels that went away since stay in it,
 * last: the composer says which, as of a draft.
 */
export function draftAgain(
  post: Post,
  siblings: readonly Post[],
  channels: readonly Channel[],
  newPartId: (at: number) => PartId,
): Draft {
  const draft = wholeOf(post, "UTC", newPartId);
  const others = post.status === "failed" ? siblings.filter(isUnsent) : siblings;
  const meant = new Set([post, ...others].flatMap(({ channel_id: id }) => id ?? []));
  // A service that does not say the channel says its platform.
  const byPlatform = meant.size === 0 ? channels.filter(({ platform }) => platform === post.channel) : [];
  const chosen = byPlatform.length === 1 ? byPlatform : channels.filter(({ id }) => meant.has(id));
  const channelIds = new Set([...chosen.map(({ id }) => id), ...meant]);
  return { ...draft, channelIds: [...channelIds], when: { is: "now" } };
}

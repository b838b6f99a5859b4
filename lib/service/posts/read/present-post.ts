import { failureCauses } from "#lib/contract/resources/posts.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { FailureCause, LinkCardChoice, Media, PartProgress, Post, PostDelay } from "#lib/contract/types.ts";
import { getMediaUrl } from "#lib/service/media/present-media.ts";
import { type DelayFacts, getPostDelay } from "./post-delay.ts";
import { type HoldFacts, presentHold } from "./post-hold.ts";
import { type ClaimJson, getAuthorId, type MediaJson, type PostTextRow, type ProgressJson } from "./post-sql.ts";
import { type PostView, wholeView } from "./readable-posts.ts";

/**
 * Converts a row to the API's post.
 * @param origin where images are served from, without a trailing slash
 * @param view what is hidden of others' posts: of an undecided claim in a blind review the author, with the addresses
 * that reveal the author; from a reader of the plan what concerns the author alone
 */
export function presentPost(row: PostTextRow, origin: string, { blindFor, planFor }: PostView = wholeView): Post {
  const post = presentWhole(row, origin);
  const authorId = getAuthorId(row);
  const isHidden = blindFor !== null && authorId !== blindFor && row[4] === "published" && isUndecided(post);
  const isPlan = planFor !== null && authorId !== planFor;
  if (!isHidden && !isPlan) return post;
  const progress = post.progress?.map(({ part, state, url, at }) => ({ part, state, url: isHidden ? null : url, at }));
  const shown = { ...post, ...(isHidden && { member: null, published_urls: [] }), progress: progress ?? [] };
  return isPlan ? toPlanned(shown) : shown;
}

/** Leaves out what concerns the author alone: points and their claim, failed attempts, what delays the post. */
function toPlanned({ points: _, attempts: __, ...post }: Post): Post {
  return { ...post, claim: null, error: null, failure: null, next_attempt_at: null, delay: null, created_via: null };
}

const isUndecided = ({ claim }: Post) => claim?.status === "pending";

/** No literal is spread in another: that cost a third of a page's presentation. */
function presentWhole(row: PostTextRow, origin: string): Post {
  const [
    id,
    channelId,
    submissionId,
    platform,
    status,
    delivery,
    parts,
    points,
    scheduledFor,
    ,
    attempts,
    error,
    failureCause,
    failurePart,
    publishedAt,
    version,
    createdAt,
    updatedAt,
    memberId,
    deletedAt,
    takenDownAt,
    createdVia,
    linkCard,
    threadChoice,
    media,
    progress,
    memberName,
    delayFacts,
    claim,
    ,
    ,
    failureReason,
    holdFacts = null,
  ] = row;
  const hold = holdFacts === null ? null : presentHold(JSON.parse(holdFacts) as HoldFacts);
  const claimed = Number(points);
  const tried = Number(attempts);
  const delay = hold ? null : presentDelay(row, delayFacts);
  const done = presentProgress(progress);
  const images = presentImages(media, origin);
  const post: Post = {
    id,
    status,
    channel: platform,
    posts: [],
    scheduled_for: instant(scheduledFor),
    published_urls: done.flatMap((part) => (part.state === "sent" && part.url !== null ? part.url : [])),
    error,
    created_at: requireInstant(createdAt),
    updated_at: requireInstant(updatedAt),
    channel_id: channelId,
    submission_id: submissionId,
    delivery,
    media: images[0] ?? [],
    link_card: linkCard === null ? null : (JSON.parse(linkCard) as LinkCardChoice),
    points: claimed,
    claim: presentClaim(status, claimed, claim),
    failure: presentFailure(status, failureCause, failurePart, failureReason),
    attempts: tried,
    next_attempt_at: status === "publishing" && tried > 0 ? (delay?.until ?? null) : null,
    published_at: instant(publishedAt),
    progress: done,
    delay,
    hold,
    member: { id: memberId, name: memberName ?? "" },
    deleted_at: instant(deletedAt),
    taken_down_at: instant(takenDownAt),
    created_via: createdVia as Post["created_via"],
    version: Number(version),
  };
  if (images.length > 1) post.part_media = images;
  if (threadChoice !== null) post.threads = { [channelId]: threadChoice };
  if (parts !== null) addTexts(post, parts);
  return post;
}

/** Adds the parts of a row of `loadPostsSql`: whole or as an excerpt. */
function addTexts(post: Post, json: string): void {
  const read = JSON.parse(json) as TextJson[] | ExcerptJson;
  const parts = Array.isArray(read) ? read : read.parts;
  post.posts = parts.map(({ text }) => ({ text }));
  if (!Array.isArray(read) && read.characters > serverOnlyLimits.excerptCharacters) post.characters = read.characters;
}

type TextJson = { text: string };
type ExcerptJson = { parts: TextJson[]; characters: number };

/** Returns the author's parts from the column's text. */
export function parseStoredParts(parts: string): { text: string }[] {
  return (JSON.parse(parts) as { text: string }[]).map(({ text }) => ({ text }));
}

function presentDelay(row: PostTextRow, facts: string | null): PostDelay | null {
  if (facts === null) return null;
  const at = {
    status: row[4],
    dueAt: instant(row[9]),
    attempts: Number(row[10]),
    attemptsMax: serverOnlyLimits.attempts,
  };
  const late = getPostDelay(at, JSON.parse(facts) as DelayFacts);
  return late && { ...late, until: instant(late.until) };
}

/** Returns the images of each part, up to the last part that has some. */
function presentImages(json: string | null, origin: string): Media[][] {
  if (json === null) return [];
  const rows = JSON.parse(json) as MediaJson[];
  const count = rows.reduce((most, row) => Math.max(most, row[8]), 1);
  return Array.from({ length: count }, (_, index) =>
    rows.flatMap((row) => (row[8] === index + 1 ? presentImage(row, origin) : [])),
  );
}

function presentImage([id, fileName, width, height, sizeBytes, mime, frames, alt]: MediaJson, origin: string): Media {
  return {
    id,
    type: "image",
    url: getMediaUrl(fileName, origin),
    width,
    height,
    size_bytes: sizeBytes,
    mime,
    animated: frames > 1,
    alt,
  };
}

function presentProgress(json: string | null): PartProgress[] {
  if (json === null) return [];
  return (JSON.parse(json) as ProgressJson[]).map(([part, state, url, at, note]) => {
    const shown: PartProgress = { part, state, url, at: instant(at) };
    if (note !== null) shown.note = note;
    return shown;
  });
}

function presentFailure(
  status: Post["status"],
  failureCause: string | null,
  part: string | null,
  reason: string | null,
): Post["failure"] {
  const cause = failureCauses.find((known): known is FailureCause => known === failureCause);
  return status === "failed" && cause ? { cause, part: part === null ? null : Number(part), reason } : null;
}

function presentClaim(status: Post["status"], claimed: number, json: string | null): Post["claim"] {
  if (json === null) return claimed > 0 ? { points: claimed, status: claimStatus(status), awarded: null } : null;
  const [state, points, awarded] = JSON.parse(json) as ClaimJson;
  return { points, status: state, awarded };
}

function claimStatus(status: Post["status"]): string {
  if (status === "published") return "pending";
  return status === "failed" || status === "canceled" ? "lapsed" : "waiting";
}

const hyphen = 45;

/**
 * Converts PostgreSQL's form of an instant, `2026-11-21 10:00:00.5+00`, or JSON's with a T, into that of toISOString.
 * Nearly all are in UTC and of a year with four digits, where all but the fraction has a fixed place.
 */
function requireInstant(text: string): string {
  const zone = text.indexOf("+", 19);
  if (zone !== -1 && text.charCodeAt(4) === hyphen && (text.endsWith("+00") || text.endsWith("+00:00"))) {
    return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, Math.min(zone, 23)).padEnd(3, "0")}Z`;
  }
  return new Date(text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00")).toISOString();
}

function instant(text: string | null): string | null {
  return text === null ? null : requireInstant(text);
}

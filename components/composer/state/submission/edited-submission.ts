import type { EditedSubmission, SubmitIntent } from "#components/composer/state/composer-state.ts";
import type { ComposerDraft, PartId } from "#components/composer/state/draft.ts";
import { getPartMediaIds } from "#components/composer/state/part-images.ts";
import { resolvePublishTime } from "#components/composer/state/publish-time.ts";
import type { Post, SubmissionChange } from "#lib/contract/types.ts";
import {
  createContentPayload,
  createThreadsPayload,
  getPostThreads,
  isKnownUnpublished,
  postToDraft,
} from "./draft-post-conversion.ts";

const isOpen = ({ status }: Post) => status === "draft" || status === "scheduled";
/** Posts of one edit: those that wait, or those that failed, which stay failed until the edit is sent or saved. */
const getIsChanged = (isOfFailed: boolean) => (isOfFailed ? isKnownUnpublished : isOpen);
const getChannelId = (post: Post) => post.channel_id ?? "";
const getTexts = (post: Post) => post.posts.map(({ text }) => text);
/** Returns the ids of the images of each part, without trailing parts that have none. */
const getMediaIds = ({ media = [], part_media: ofParts = [media] }: Post) =>
  trimParts(ofParts.map((images) => images.map(({ id }) => id)));
const trimParts = (ofParts: readonly string[][]) =>
  ofParts.slice(0, ofParts.findLastIndex((ids) => ids.length > 0) + 1);
const areSame = (posts: readonly Post[], get: (post: Post) => unknown) =>
  new Set(posts.map((post) => JSON.stringify(get(post)))).size < 2;

/**
 * Opens a submission for an edit: the text of most channels is the shared one, the others are variants. Posts that can't
 * change any more stay out.
 * @param posts all posts of the submission, with whole texts
 * @param newPartId creates ids for the parts
 * @param isOfFailed opens the failed posts instead; with them the submission is sent again, so they keep no time
 * @returns null where no post can change, or a post's channel is unknown
 */
export function openSubmission(
  posts: readonly Post[],
  zone: string,
  newPartId: (at: number) => PartId,
  isOfFailed = false,
): { whole: EditedSubmission; draft: ComposerDraft } | null {
  const isChanged = getIsChanged(isOfFailed);
  const open = posts.filter(isChanged);
  const groups = [...Map.groupBy(open, (post) => JSON.stringify(getTexts(post))).values()];
  const shared = groups.toSorted((one, other) => other.length - one.length)[0] ?? [];
  const [first] = shared;
  if (!first || posts.some(({ channel_id: id }) => !id)) return null;
  let count = 0;
  const nextId = () => newPartId(count++);
  const base = postToDraft(first, zone, nextId);
  // A submission with drafts among planned posts has the time of those.
  const times = isOfFailed ? [] : open.flatMap(({ scheduled_for: at }) => at ?? []).sort();
  const { when } = postToDraft({ ...first, scheduled_for: times[0] ?? null }, zone, String);
  const own = open
    .filter((post) => !shared.includes(post))
    .map((post) => [getChannelId(post), postToDraft(post, zone, nextId)] as const);
  const ownParts = own.map(([channelId, { parts }]) => [channelId, parts] as const);
  const placed = new Set(own.flatMap(([, { parts }]) => parts.flatMap(({ images: ids = [] }) => ids)));
  const others = own.flatMap(([, { images: ofPost }]) => ofPost.filter(({ id }) => placed.has(id)));
  const all = [...base.images, ...others];
  const images = all.filter(({ id }, at) => all.findIndex((one) => one.id === id) === at);
  const channelIds = open.map(getChannelId);
  const threads = getPostThreads(open);
  const draft = { ...base, ...threads, images, when, own: Object.fromEntries(ownParts), channelIds };
  const kept = {
    ...(!isOfFailed && !areSame(open, ({ status, scheduled_for: at }) => [status, at]) && { when }),
    media: getMediaIds(first),
    ...(base.linkCard && { linkCard: base.linkCard }),
    ...(!areSame(open, ({ points }) => points) && { points: base.points }),
  };
  const whole: EditedSubmission = {
    id: first.submission_id ?? "",
    posts: open.map((post) => ({
      id: post.id,
      version: post.version ?? 0,
      channelId: getChannelId(post),
      at: post.scheduled_for ?? null,
    })),
    fixed: posts
      .filter((post) => !isChanged(post))
      .map((post) => ({
        id: post.id,
        channelId: getChannelId(post),
        platform: post.channel ?? "",
        status: post.status,
      })),
    kept,
    haveDifferentImages: !areSame(open, getMediaIds),
    ...(isOfFailed && { isOfFailed }),
  };
  return { whole, draft };
}

/**
 * Builds the one change that gives the posts of a submission the content of the draft, with the channels that it adds and
 * removes. Where the posts differ, each keeps its time and points until the author chooses others, and always its images.
 */
export function createSubmissionChange(
  draft: ComposerDraft,
  intent: SubmitIntent,
  { posts, kept }: Pick<EditedSubmission, "posts" | "kept">,
  now: Date,
): SubmissionChange {
  const { media: _media, part_media: _placed, points, link_card: _, ...text } = createContentPayload(draft);
  const ofParts = trimParts(getPartMediaIds(draft, null));
  const keeps = (value: unknown, before: unknown) =>
    before !== undefined && JSON.stringify(value) === JSON.stringify(before);
  const due = resolvePublishTime(draft.when, now);
  const time =
    intent === "draft"
      ? ({ status: "draft" } as const)
      : due.type === "at"
        ? ({ status: "scheduled", scheduled_for: due.at.toISOString() } as const)
        : ({ status: "publishing" } as const);
  const keepsTime = intent === "send" && keeps(draft.when, kept.when);
  // Images of later parts are always sent, because the service asks for them with another number of parts.
  const keepsMedia = ofParts.length < 2 && keeps(ofParts, kept.media);
  const getImages = (channelId: string | null) => ({ part_media: getPartMediaIds(draft, channelId) });
  const keepsPoints = keeps(points, kept.points);
  const getOwnText = (channelId: string) => {
    if (!draft.own[channelId]) return {};
    const { text: ownText, thread } = createContentPayload(draft, channelId);
    return { ...(thread ? { thread } : { text: ownText }), ...(!keepsMedia && getImages(channelId)) };
  };
  const changed = posts.filter(({ channelId }) => draft.channelIds.includes(channelId));
  const removed = posts.filter(({ channelId }) => !draft.channelIds.includes(channelId));
  const added = draft.channelIds.filter((id) => !posts.some(({ channelId }) => channelId === id));
  const isSharedUsed = draft.channelIds.some((id) => !draft.own[id]);
  return {
    ...(changed.length > 0 && {
      posts: changed.map(({ id, version, channelId }) => ({ id, version, ...getOwnText(channelId) })),
    }),
    ...(removed.length > 0 && { remove: removed.map(({ id, version }) => ({ id, version })) }),
    ...(added.length > 0 && {
      add: added.map((channelId) => ({
        channel_id: channelId,
        ...getOwnText(channelId),
        ...(keepsTime && time),
        ...(keepsMedia && getImages(null)),
        ...(keepsPoints && { points }),
      })),
    }),
    ...(isSharedUsed && text),
    ...createThreadsPayload(draft, draft.channelIds),
    ...(JSON.stringify(draft.linkCard) !== JSON.stringify(kept.linkCard) && { link_card: draft.linkCard ?? null }),
    ...(!keepsTime && time),
    ...(!keepsMedia && getImages(null)),
    ...(!keepsPoints && { points }),
  };
}

/** A channel of an edit that changed elsewhere since the edit began. */
export type ElsewhereChange = { channelId: string; type: "edited" | "added" | "deleted" | Post["status"] };

/** Lists what changed elsewhere in a submission since its edit began. */
export function listChangesElsewhere(before: EditedSubmission, posts: readonly Post[]): ElsewhereChange[] {
  const now = new Map(posts.map((post) => [post.id, post]));
  const known = new Set([...before.posts, ...before.fixed].map(({ id }) => id));
  return [
    ...before.posts.flatMap(({ id, channelId, version }): ElsewhereChange[] => {
      const post = now.get(id);
      if (!post) return [{ channelId, type: "deleted" }];
      if (!getIsChanged(before.isOfFailed ?? false)(post)) return [{ channelId, type: post.status }];
      return post.version === version ? [] : [{ channelId, type: "edited" }];
    }),
    ...posts.flatMap((post): ElsewhereChange[] =>
      known.has(post.id) ? [] : [{ channelId: getChannelId(post), type: "added" }],
    ),
  ];
}

/** Returns the choices that the author made in this edit. */
function getOwnChoices(mine: ComposerDraft["threads"] = {}, first: ComposerDraft["threads"] = {}) {
  return Object.fromEntries(Object.entries(mine).filter(([channelId, choice]) => first[channelId] !== choice));
}

type ContinuedEdit = {
  draft: ComposerDraft;
  /** The draft that the edit began with. */
  start: ComposerDraft;
  before: EditedSubmission;
  newest: { whole: EditedSubmission; draft: ComposerDraft };
};

/**
 * Continues an edit on the newest versions of its posts. Posts that can't change any more leave the draft, and posts that
 * joined come into it. Time, images and points that the author left alone follow the newest versions.
 * @param takesTheirs true if a channel that was edited elsewhere gets the text from there
 */
export function continueOnNewest({ draft, start, before, newest }: ContinuedEdit, takesTheirs: boolean): ComposerDraft {
  const versions = new Map(before.posts.map(({ id, version }) => [id, version]));
  const { posts, fixed } = newest.whole;
  const there = posts.map(({ channelId }) => channelId);
  const joined = posts.filter(({ id }) => !versions.has(id)).map(({ channelId }) => channelId);
  const edited = posts
    .filter(({ id, version }) => versions.has(id) && versions.get(id) !== version)
    .map(({ channelId }) => channelId);
  const gone = new Set(
    [...before.posts, ...fixed].map(({ channelId }) => channelId).filter((id) => !there.includes(id)),
  );
  const channelIds = [...new Set([...draft.channelIds.filter((id) => !gone.has(id)), ...joined])];
  const follow = <T>(mine: T, first: T, theirs: T) => (JSON.stringify(mine) === JSON.stringify(first) ? theirs : mine);
  const rest = {
    channelIds,
    when: follow(draft.when, start.when, newest.draft.when),
    images: follow(draft.images, start.images, newest.draft.images),
    points: follow(draft.points, start.points, newest.draft.points),
    threads: { ...newest.draft.threads, ...getOwnChoices(draft.threads, start.threads) },
  };
  if (takesTheirs && edited.length === there.length) return { ...newest.draft, ...rest };
  const own = { ...draft.own };
  for (const id of [...joined, ...(takesTheirs ? edited : [])]) {
    const parts = newest.draft.own[id] ?? newest.draft.parts;
    // No two variants may have a part of the same id.
    own[id] = parts.map((part) => ({ ...part, id: `${part.id} ${id}` }));
  }
  return { ...draft, own, ...rest };
}

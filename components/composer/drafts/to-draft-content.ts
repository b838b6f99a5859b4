import type { ComposerDraft, DraftImage, DraftPart } from "#components/composer/state/draft.ts";
import { getPartImages } from "#components/composer/state/part-images.ts";
import type { DraftContent } from "#lib/contract/types.ts";

// Separate from the conversion back, which Drafts doesn't need.

/** The post, or the posts of a submission, that a draft edits, with the versions that the edit began with. */
export type EditedPostVersion = DraftContent["post"];

const getTexts = (parts: readonly DraftPart[]) => parts.map(({ text }) => text);

/** Converts a draft to the form that the service stores. Images that are not uploaded are left out. */
export function toDraftContent(draft: ComposerDraft, post: EditedPostVersion): DraftContent {
  const own = Object.entries(draft.own).map(([channelId, parts]) => [channelId, getTexts(parts)] as const);
  const variants = [[null, draft.parts] as const, ...Object.entries(draft.own)].map(
    ([channelId, parts]) => [channelId, getPartImages(draft, parts).map(toContentImages)] as const,
  );
  const images = variants[0]?.[1][0] ?? [];
  const placed = variants.flatMap(([channel_id, ofParts]) =>
    ofParts.flatMap((own, at) =>
      channel_id === null && at === 0 ? [] : own.map((image) => ({ ...image, part: at + 1, channel_id })),
    ),
  );
  // Without it, each variant has the same images on its first part.
  const isPlaced = draft.parts.concat(...Object.values(draft.own)).some((part) => part.images?.length);
  return {
    ...(isPlaced && { part_images: placed }),
    parts: getTexts(draft.parts),
    own: Object.fromEntries(own),
    images,
    channels: [...draft.channelIds],
    when: draft.when.type === "now" ? null : toContentTime(draft.when),
    points: draft.points,
    ...(draft.threads && { threads: draft.threads }),
    ...(draft.linkCard !== undefined && { link_card: draft.linkCard }),
    post,
  };
}

const toContentImages = (images: readonly DraftImage[]) =>
  images.flatMap(({ state, name, alt }) =>
    state.type === "ready" ? [{ media: state.mediaId, name: name.slice(0, 255), alt }] : [],
  );

type ScheduledTime = Extract<ComposerDraft["when"], { type: "at" }>;

const toContentTime = ({ date, time, zone, fold }: ScheduledTime): NonNullable<DraftContent["when"]> => ({
  date,
  time,
  zone,
  ...(fold && { dst_fold: fold }),
});

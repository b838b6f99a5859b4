import type { ComposerDraft, DraftImage, DraftPart, PartId } from "#components/composer/state/draft.ts";
import { getPartImages } from "#components/composer/state/part-images.ts";
import type { DraftContent, WorkingDraft } from "#lib/contract/types.ts";

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

const fromContentTime = ({ date, time, zone, dst_fold }: NonNullable<DraftContent["when"]>): ScheduledTime => ({
  type: "at",
  date,
  time,
  zone,
  ...(dst_fold && { fold: dst_fold }),
});

/**
 * Converts stored content to a `ComposerDraft`. Images whose file is gone are left out.
 * @param newPartId creates ids for the parts
 */
export function fromDraftContent(
  { content, images: files }: Pick<WorkingDraft, "content" | "images">,
  newPartId: () => PartId,
): ComposerDraft {
  const fileOf = new Map(files.map((file) => [file.media, file]));
  const placed = content.part_images;
  const partsOf = (texts: readonly string[], channelId: string | null = null) =>
    texts.map((text, at): DraftPart => {
      const isFirst = channelId === null && at === 0;
      const here = placed?.filter(({ part, channel_id }) => part === at + 1 && channel_id === channelId) ?? [];
      const ids = (placed && isFirst ? content.images : here).map(({ media }) => media.toLowerCase());
      const there = ids.filter((id) => fileOf.has(id));
      return { id: newPartId(), text, ...(there.length > 0 && { images: there }) };
    });
  const all = [...content.images, ...(placed ?? [])];
  const different = all.filter(({ media }, at) => all.findIndex((one) => one.media === media) === at);
  const images = different.flatMap(({ media, name, alt }): DraftImage[] => {
    const file = fileOf.get(media.toLowerCase());
    if (!file) return [];
    const state = { type: "ready", mediaId: file.media, url: file.url } as const;
    return [{ id: file.media, name, alt, sizeBytes: file.size_bytes, state }];
  });
  const own = Object.entries(content.own).map(([channelId, texts]) => [channelId, partsOf(texts, channelId)] as const);
  return {
    parts: partsOf(content.parts.length > 0 ? content.parts : [""]),
    own: Object.fromEntries(own),
    images,
    channelIds: content.channels,
    when: content.when === null ? { type: "now" } : fromContentTime(content.when),
    points: content.points,
    ...(content.link_card !== undefined && { linkCard: content.link_card }),
  };
}

/** Compares two contents regardless of the order of their fields. */
export function isSameContent(one: DraftContent, other: DraftContent): boolean {
  return serializeContent(one) === serializeContent(other);
}

function serializeContent(content: DraftContent): string {
  const { parts, own, images, part_images, channels, when, link_card: card, points, post } = content;
  return JSON.stringify([
    parts,
    Object.entries(own).sort(([a], [b]) => (a < b ? -1 : 1)),
    images.map(({ media, name, alt }) => [media, name, alt]),
    part_images?.map(({ media, alt, part, channel_id: channelId }) => [media, alt, part, channelId]),
    channels,
    when && [when.date, when.time, when.zone, when.dst_fold],
    points,
    card && [card.url, card.title ?? null, card.description ?? null],
    post && [post.id, post.version, post.submission?.map(({ id, version }) => [id, version])],
  ]);
}

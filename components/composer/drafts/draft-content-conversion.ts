import type { ComposerDraft, DraftImage, DraftPart, PartId } from "#components/composer/state/draft.ts";
import type { DraftContent, WorkingDraft } from "#lib/contract/types.ts";

/** The post, or the posts of a submission, that a draft edits, with the versions that the edit began with. */
export type EditedPostVersion = DraftContent["post"];

const getTexts = (parts: readonly DraftPart[]) => parts.map(({ text }) => text);

/** Converts a draft to the form that the service stores. Images that are not uploaded are left out. */
export function toDraftContent(draft: ComposerDraft, post: EditedPostVersion): DraftContent {
  const own = Object.entries(draft.own).map(([channelId, parts]) => [channelId, getTexts(parts)] as const);
  const images = draft.images.flatMap(({ state, name, alt }) =>
    state.type === "ready" ? [{ media: state.mediaId, name: name.slice(0, 255), alt }] : [],
  );
  return {
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
  const partsOf = (texts: readonly string[]) => texts.map((text) => ({ id: newPartId(), text }));
  const images = content.images.flatMap(({ media, name, alt }): DraftImage[] => {
    const file = fileOf.get(media.toLowerCase());
    if (!file) return [];
    const state = { type: "ready", mediaId: file.media, url: file.url } as const;
    return [{ id: file.media, name, alt, sizeBytes: file.size_bytes, state }];
  });
  const own = Object.entries(content.own).map(([channelId, texts]) => [channelId, partsOf(texts)] as const);
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

function serializeContent({ parts, own, images, channels, when, link_card: card, points, post }: DraftContent): string {
  return JSON.stringify([
    parts,
    Object.entries(own).sort(([a], [b]) => (a < b ? -1 : 1)),
    images.map(({ media, name, alt }) => [media, name, alt]),
    channels,
    when && [when.date, when.time, when.zone, when.dst_fold],
    points,
    card && [card.url, card.title ?? null, card.description ?? null],
    post && [post.id, post.version, post.submission?.map(({ id, version }) => [id, version])],
  ]);
}

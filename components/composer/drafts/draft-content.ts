import type { ComposerDraft, DraftImage, DraftPart, PartId } from "#components/composer/state/draft.ts";
import type { DraftContent, WorkingDraft } from "#lib/contract/types.ts";

/** The post whose change a draft is, and the version it began with. */
export type EditedPostVersion = { id: string; version: number } | null;

const getTexts = (parts: readonly DraftPart[]) => parts.map(({ text }) => text);

/** A draft as the service keeps it. Images that are not there yet, or did not arrive, are left out. */
export function toDraftContent(draft: ComposerDraft, post: EditedPostVersion): DraftContent {
  const own = Object.entries(draft.own).map(([channelId, parts]) => [channelId, getTexts(parts)] as const);
  const images = draft.images.flatMap(({ state, name, alt }) =>
    state.is === "ready" ? [{ media: state.mediaId, name: name.slice(0, 255), alt }] : [],
  );
  return {
    parts: getTexts(draft.parts),
    own: Object.fromEntries(own),
    images,
    channels: [...draft.channelIds],
    when: draft.when.is === "now" ? null : toContentTime(draft.when),
    points: draft.points,
    post,
  };
}

function toContentTime({
  date,
  time,
  zone,
  fold,
}: Extract<ComposerDraft["when"], { is: "at" }>): NonNullable<DraftContent["when"]> {
  return { date, time, zone, ...(fold && { fold }) };
}

/** What the service keeps as something to write on. `newPartId` names parts; images whose file is gone are left out. */
export function fromDraftContent(
  { content, images: files }: Pick<WorkingDraft, "content" | "images">,
  newPartId: () => PartId,
): ComposerDraft {
  const fileOf = new Map(files.map((file) => [file.media, file]));
  const partsOf = (texts: readonly string[]) => texts.map((text) => ({ id: newPartId(), text }));
  const images = content.images.flatMap(({ media, name, alt }): DraftImage[] => {
    const file = fileOf.get(media.toLowerCase());
    if (!file) return [];
    const state = { is: "ready", mediaId: file.media, url: file.url } as const;
    return [{ id: file.media, name, alt, sizeBytes: file.size_bytes, state }];
  });
  const own = Object.entries(content.own).map(([channelId, texts]) => [channelId, partsOf(texts)] as const);
  return {
    parts: partsOf(content.parts.length > 0 ? content.parts : [""]),
    own: Object.fromEntries(own),
    images,
    channelIds: content.channels,
    when: content.when === null ? { is: "now" } : { is: "at", ...toContentTime({ is: "at", ...content.when }) },
    points: content.points,
  };
}

/** Whether two say the same, in whatever order their fields stand. */
export function isSameContent(one: DraftContent, other: DraftContent): boolean {
  return serializeContent(one) === serializeContent(other);
}

function serializeContent({ parts, own, images, channels, when, points, post }: DraftContent): string {
  return JSON.stringify([
    parts,
    Object.entries(own).sort(([a], [b]) => (a < b ? -1 : 1)),
    images.map(({ media, name, alt }) => [media, name, alt]),
    channels,
    when && [when.date, when.time, when.zone, when.fold],
    points,
    post && [post.id, post.version],
  ]);
}

import type { ComposerDraft, DraftImage, DraftPart, PartId } from "#components/composer/state/draft.ts";
import type { DraftContent, WorkingDraft } from "#lib/contract/types.ts";

const fromContentTime = ({ date, time, zone, dst_fold }: NonNullable<DraftContent["when"]>): ComposerDraft["when"] => ({
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
    ...(content.threads && { threads: content.threads }),
    ...(content.link_card !== undefined && { linkCard: content.link_card }),
  };
}

import type { DraftContent } from "#lib/contract/types.ts";

/** Compares two contents regardless of the order of their fields. */
export function isSameContent(one: DraftContent, other: DraftContent): boolean {
  return serializeContent(one) === serializeContent(other);
}

function serializeContent(content: DraftContent): string {
  const { parts, own, images, part_images, channels, when, link_card: card, threads = {}, points, post } = content;
  return JSON.stringify([
    parts,
    Object.entries(own).sort(([a], [b]) => (a < b ? -1 : 1)),
    images.map(({ media, name, alt }) => [media, name, alt]),
    part_images?.map(({ media, alt, part, channel_id: channelId }) => [media, alt, part, channelId]),
    channels,
    when && [when.date, when.time, when.zone, when.dst_fold],
    points,
    Object.entries(threads).sort(([a], [b]) => (a < b ? -1 : 1)),
    card && [card.url, card.title ?? null, card.description ?? null],
    post && [post.id, post.version, post.submission?.map(({ id, version }) => [id, version])],
  ]);
}

import type { ImageRequirements } from "#lib/contract/platforms/image-requirements.ts";
import type {
  ConnectorIo,
  ConnectorJson,
  LinkCardContent,
  OutgoingPart,
  PartPlanInput,
  PublishedPart,
} from "#lib/service/channels/core/connector.ts";
import { getCardLink } from "#lib/text/links/find-card-links.ts";
import { getJsonText, getJsonValue } from "./platform-response.ts";

/** The link whose card a part gets, and the author's own texts for it. */
type PlannedLinkCard = { url: string; title: string | null; description: string | null };

/** A card ready to be sent. `thumb` is the platform's name of the uploaded image; null without one. */
export type PreparedLinkCard<Thumb> = { url: string; title: string; description: string; thumb: Thumb | null };

/**
 * Pure. Plans the card of a part, for platforms that make none for posts of applications. A part with images has none:
 * a Bluesky post has one embed, a LinkedIn post one kind of content.
 */
export function planLinkCard({ text, images, linkCard = null }: PartPlanInput): { card?: PlannedLinkCard } {
  const url = images > 0 ? null : getCardLink(text, linkCard);
  if (url === null) return {};
  const { title, description } = linkCard?.url === url ? linkCard : {};
  return { card: { url, title: title?.trim() || null, description: description?.trim() ?? null } };
}

/** Progress of a card among the results of `prepare`: a card, or null with the reason why there is none. */
export type LinkCardProgress<Thumb> = { card?: PreparedLinkCard<Thumb> | null; cardProblem?: string };

/** Returns the stored progress of the part's card; empty before. */
export function getLinkCardProgress<Thumb>(prepared: ConnectorJson | null): LinkCardProgress<Thumb> {
  const { card, cardProblem } = (prepared ?? {}) as LinkCardProgress<Thumb>;
  return { ...(card !== undefined && { card }), ...(cardProblem !== undefined && { cardProblem }) };
}

/**
 * Reads the page of the part's link and uploads its image. A problem never stops the post: it then goes out without the
 * image or without the card. A finished card is not made again, so that all attempts send the same.
 * @param upload returns null if the platform does not take the image
 */
export async function prepareLinkCard<Thumb>(
  part: OutgoingPart,
  io: ConnectorIo,
  form: ImageRequirements,
  upload: (image: NonNullable<LinkCardContent["image"]>) => Promise<Thumb | null>,
): Promise<LinkCardProgress<Thumb>> {
  const planned = getJsonValue(part.wire, "card");
  const url = getJsonText(planned, "url");
  const before = getLinkCardProgress<Thumb>(part.prepared);
  if (url === null || before.card !== undefined) return before;
  const page = await io.readLinkPage(url, form);
  const title = getJsonText(planned, "title");
  // An empty description is the author's too.
  const own = getJsonValue(planned, "description");
  const description = typeof own === "string" ? own : null;
  if ("why" in page) {
    if (title === null) return { card: null, cardProblem: page.why };
    return { card: { url, title, description: description ?? "", thumb: null } };
  }
  const thumb = page.image === null ? null : await upload(page.image);
  return { card: { url, title: title ?? page.title, description: description ?? page.description, thumb } };
}

/**
 * Returns what to store when the platform refuses a part that has a card: the next attempt leaves the card out, because
 * the refusal may be about it. Null if the part has none.
 */
export function dropLinkCard(prepared: ConnectorJson | null, platform: string): ConnectorJson | null {
  if (!getLinkCardProgress(prepared).card) return null;
  return { ...prepared, card: null, cardProblem: `${platform} didn't take the card.` };
}

/** Adds the reason why the part went out without its card. */
export function addLinkCardNote(sent: PublishedPart, part: OutgoingPart): PublishedPart {
  const { cardProblem } = getLinkCardProgress(part.prepared);
  if (cardProblem === undefined || sent.note !== undefined) return sent;
  return { ...sent, note: `Published without a link card. ${cardProblem}` };
}

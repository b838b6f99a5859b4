import { isDeepStrictEqual } from "node:util";
import { applyReportedLimits, applyThreadChoice } from "#lib/contract/platforms/channel-rules.ts";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { LinkCardChoice, ThreadChoice } from "#lib/contract/types.ts";
import type { Connector, ConnectorJson, PartPlanInput, PlatformAccount } from "#lib/service/channels/core/connector.ts";
import { getPublishedParts, isPublishedAsThread } from "#lib/service/posts/state/interrupted-thread.ts";
import { type PartImages, placeImages, planDelivery, planRemainingDelivery } from "#lib/text/delivery-plan.ts";
import type { LeasedImage, LeasedPart } from "./leased-post.ts";

/**
 * Plans the parts of a post, in order. The same input gives the same parts and keys, however often it is planned: a key
 * consists of post and number, so a part has the same key over crashes, retries and workers. A text over the account's
 * limits is reported here, before any part is sent.
 * @param options.before the plan of an earlier attempt. Parts that are or may be published do not change, and only those
 * after them are planned again. An unchanged part keeps its `prepared` data and its number of repeats.
 */
export function planPost(options: {
  id: string;
  platform: string;
  /** The row's stored value; not validated. */
  parts: unknown;
  images: readonly LeasedImage[];
  /** The author's choice about link cards; null without one. */
  linkCard?: LinkCardChoice | null;
  /** The author's choice about several parts; null without one. */
  threadChoice?: ThreadChoice | null;
  account: PlatformAccount;
  /** Null for a platform that this version can't publish to. */
  connector: Pick<Connector, "plan"> | null;
  /** By the database's clock; equal for every attempt. */
  plannedAt: Date;
  before: readonly LeasedPart[];
  /** Number of items of this post that were taken down: an item in their place is another item, with another key. */
  takenDown: number;
}): { type: "planned"; parts: LeasedPart[]; images: PlacedImages } | { type: "unreadable"; why: string } {
  const known = getPlatformRules(options.platform);
  if (!known) return { type: "unreadable", why: "this version doesn't know the platform" };
  const texts = parseTexts(options.parts);
  if (!texts) return { type: "unreadable", why: "its stored text can't be read" };
  const rules = applyReportedLimits(known, options.account.reportedLimits);
  const images = groupByPart(options.images);
  const place = (parts: readonly LeasedPart[]) => {
    const delivery = isPublishedAsThread(parts, texts) ? "thread" : "joined";
    return placeImages(delivery, images, rules.images.max);
  };
  const published = getPublishedParts(options.before);
  // Unclear parts are resolved first; and after parts that were joined to one item no part follows.
  const isUnconfirmed = published.some((part) => part.state !== "sent");
  if (isUnconfirmed || !isPublishedAsThread(published, texts)) {
    return { type: "planned", parts: [...options.before], images: place(options.before) };
  }
  const publishedCount = published.length;
  const plan =
    publishedCount > 0
      ? planRemainingDelivery(texts, rules, publishedCount, images.map(toPartImages))
      : planDelivery(texts, applyThreadChoice(rules, options.threadChoice ?? null), images.map(toPartImages));
  if ("problem" in plan) {
    const { part, count, limit, unit } = plan.problem;
    const what = part === null ? "the text" : `part ${part + 1}`;
    const why = unit === "images" ? "it has no image" : `${what} has ${count} ${unit} and the limit is ${limit}`;
    return { type: "unreadable", why };
  }
  const count = plan.texts.length;
  const placed = placeImages(plan.delivery, images, rules.images.max);
  const round = options.takenDown > 0 ? `.${options.takenDown}` : "";
  const remaining = plan.texts.slice(publishedCount).map((text, index) => {
    const number = publishedCount + index + 1;
    const key = `${options.id}.${number}${round}`;
    const before = options.before.find((part) => part.key === key)?.wire ?? null;
    const own = placed.items[number - 1]?.length ?? 0;
    const { plannedAt, linkCard = null } = options;
    return { key, number, count, text, images: own, linkCard, plannedAt, before };
  });
  const wires = planWires(options, remaining);
  if (!wires) return { type: "unreadable", why: "this version can't convert it for the platform" };
  const rest = remaining.map(({ key, number, text, plannedAt }, index): LeasedPart => {
    const before = options.before.find((part) => part.number === number && part.key === key);
    const wire = wires[index] ?? {};
    const isSame = before?.text === text && isDeepStrictEqual(before.wire, wire);
    return {
      number,
      text,
      key,
      wire,
      plannedAt,
      prepared: isSame ? before.prepared : null,
      state: "waiting",
      startedAgoMs: null,
      startedAt: null,
      absentForMs: null,
      remoteId: null,
      resends: before?.resends ?? 0,
      sentBefore: before?.sentBefore ?? [],
      refused: null,
      restoredAt: null,
    };
  });
  return { type: "planned", parts: [...published, ...rest], images: placed };
}

type PlacedImages = ReturnType<typeof placeImages<LeasedImage>>;

function groupByPart(images: readonly LeasedImage[]): LeasedImage[][] {
  const count = images.reduce((most, { part }) => Math.max(most, part), 0);
  return Array.from({ length: count }, (_, index) => images.filter(({ part }) => part === index + 1));
}

const toPartImages = (images: readonly LeasedImage[]): PartImages => ({
  count: images.length,
  animated: images.some(({ animated }) => animated),
});

/**
 * Plans the connector's data, in the form that the database returns.
 * @returns null if the connector fails: one post's plan must not stop its channel
 */
function planWires(
  { connector, account }: { connector: Pick<Connector, "plan"> | null; account: PlatformAccount },
  parts: readonly PartPlanInput[],
): ConnectorJson[] | null {
  if (!connector) return parts.map(() => ({}));
  try {
    return parts.map((part) => JSON.parse(JSON.stringify(connector.plan(part, account))) as ConnectorJson);
  } catch {
    return null;
  }
}

/** Returns the texts that the author wrote, null if the column has another form. */
export function parseTexts(parts: unknown): string[] | null {
  if (!Array.isArray(parts) || parts.length === 0) return null;
  const texts: string[] = [];
  for (const part of parts as unknown[]) {
    if (typeof part !== "object" || part === null || !("text" in part) || typeof part.text !== "string") return null;
    texts.push(part.text);
  }
  return texts;
}

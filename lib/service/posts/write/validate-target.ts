import { applyReportedLimits, applyThreadChoice } from "#lib/contract/platforms/channel-rules.ts";
import { findAnimationProblem } from "#lib/contract/platforms/image-requirements.ts";
import { getPlatformRules, type PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { ThreadChoice, ThreadChoices } from "#lib/contract/types.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { MediaRow } from "#lib/service/media/create-media.ts";
import {
  formatLengthProblem,
  type LengthProblem,
  type PartImages,
  placeImages,
  planDelivery,
  planRemainingDelivery,
} from "#lib/text/delivery-plan.ts";
import type { PostPart } from "./post-parts.ts";

/** A post's channel. `told`: the reported limits of its account, if its server reports any. */
export type PostTarget = {
  id: string;
  platform: string;
  name: string;
  reportedLimits: Readonly<Record<string, unknown>>;
  /** The author's choice about a text of several parts; none: the platform's rule. */
  threadChoice?: ThreadChoice | null;
};
/** The properties of an image that a platform may refuse. */
type ImageMetadata = Pick<MediaRow, "frames" | "alt" | "mime" | "sizeBytes" | "width" | "height">;
/** The images of each part, in order; trailing parts without images may be missing. */
type ImagesOfParts = readonly (readonly ImageMetadata[])[];
/** `imagesLeftOut`: how many images do not fit the item that the joined parts become. */
export type TargetDelivery = { delivery: "thread" | "joined"; imagesLeftOut: number };

/**
 * Gives each target the author's choice in `threads`.
 * @throws Refusal `invalid_request` for the choice of a channel that is no target
 */
export function chooseThreads(targets: readonly PostTarget[], threads: ThreadChoices = {}): PostTarget[] {
  const choices = new Map(Object.entries(threads).map(([id, choice]) => [id.toLowerCase(), choice]));
  const other = [...choices.keys()].find((id) => !targets.some((target) => target.id === id));
  if (other !== undefined) throw foreignThreadRefusal(other);
  return targets.map((target) => ({ ...target, threadChoice: choices.get(target.id) ?? null }));
}

export function foreignThreadRefusal(channelId: string): Refusal {
  const named = JSON.stringify(channelId.slice(0, 64));
  return new Refusal("invalid_request", `threads names the channel ${named}, which is not in this request.`, "threads");
}

const toPartImages = (images: ImagesOfParts): PartImages[] =>
  images.map((part) => ({ count: part.length, animated: part.some(({ frames }) => frames > 1) }));

/**
 * Returns the delivery of the parts on a channel. A draft may be too long; its delivery is returned all the same.
 * @throws Refusal `invalid_request` naming channel, part, count and limit for anything the platform would refuse.
 */
export function validateTarget(
  target: PostTarget,
  parts: readonly PostPart[],
  images: ImagesOfParts,
  isDraft: boolean,
): TargetDelivery {
  const known = getPlatformRules(target.platform);
  if (!known) throw new Refusal("invalid_request", `This version can't publish to ${target.name}.`, "channels");
  const { threadChoice = null } = target;
  if (threadChoice === "chain" && known.thread === "never") {
    throw refused(target, `${known.name} has no threads, so its parts can't be a chain`, "threads");
  }
  const rules = applyThreadChoice(applyReportedLimits(known, target.reportedLimits), threadChoice);
  const plan = planDelivery(
    parts.map((part) => part.text),
    rules,
    toPartImages(images),
  );
  if (isDraft) {
    const otherwise = rules.thread === "always" ? "thread" : "joined";
    return { delivery: "problem" in plan ? otherwise : plan.delivery, imagesLeftOut: 0 };
  }
  if (parts.length > rules.maxParts) {
    throw refused(target, `the thread has ${parts.length} parts; the limit is ${rules.maxParts}`, "thread");
  }
  if ("problem" in plan) {
    throw tooLong(target, plan.problem, parts.length, isCaptionProblem(plan.problem, rules, images));
  }
  for (const [part, own] of images.entries()) checkImageCount(target, rules, own.length, part);
  const { items, leftOut } = placeImages(plan.delivery, images, rules.images.max);
  for (const [item, placed] of items.entries()) checkImages(target, rules, placed, item);
  return { delivery: plan.delivery, imagesLeftOut: leftOut };
}

function isCaptionProblem({ limit }: LengthProblem, rules: PlatformRules, images: ImagesOfParts): boolean {
  return images.some((part) => part.length > 0) && limit === rules.images.captionLimit;
}

/**
 * Checks the unpublished parts of a thread: each part is sent alone.
 * @param publishedCount number of first parts that are published, or may be. @throws Refusal as `validateTarget`.
 */
export function validateRemainingParts(
  target: PostTarget,
  parts: readonly PostPart[],
  images: ImagesOfParts,
  publishedCount: number,
): void {
  const known = getPlatformRules(target.platform);
  if (!known) throw new Refusal("invalid_request", `This version can't publish to ${target.name}.`, "channels");
  const rules = applyReportedLimits(known, target.reportedLimits);
  if (rules.thread === "never" && parts.length > publishedCount) {
    throw refused(target, "it has no threads, so nothing can follow the published item", "thread");
  }
  if (parts.length > rules.maxParts) {
    throw refused(target, `the thread has ${parts.length} parts; the limit is ${rules.maxParts}`, "thread");
  }
  const texts = parts.map((part) => part.text);
  const plan = planRemainingDelivery(texts, rules, publishedCount, toPartImages(images));
  if ("problem" in plan) {
    throw tooLong(target, plan.problem, parts.length, isCaptionProblem(plan.problem, rules, images));
  }
  for (const [part, own] of images.entries()) {
    if (part < publishedCount) continue;
    checkImageCount(target, rules, own.length, part);
    checkImages(target, rules, own, part);
  }
}

function tooLong(target: PostTarget, problem: LengthProblem, parts: number, isCaption: boolean): Refusal {
  const { part, unit } = problem;
  const what = formatLengthProblem(problem, parts > 1 ? "the joined text" : "the text");
  if (unit === "images") return refused(target, what, "media");
  const field = part !== null ? `thread.${part}` : parts > 1 ? "thread" : "text";
  return refused(target, `${what}${isCaption ? " with images" : ""}`, field);
}

const nameImagesOfPart = (part: number) => (part === 0 ? "" : `part ${part + 1}: `);
const getImagesField = (part: number) => (part === 0 ? "media" : `part_media.${part}`);

function checkImageCount(target: PostTarget, { images: { max } }: PlatformRules, count: number, part: number): void {
  if (count <= max) return;
  throw refused(target, `${nameImagesOfPart(part)}${count} images; the limit is ${max}`, getImagesField(part));
}

function checkImages(target: PostTarget, rules: PlatformRules, images: readonly ImageMetadata[], part: number): void {
  const { maxAlt, animated } = rules.images;
  const [of, field] = [nameImagesOfPart(part), getImagesField(part)];
  const at = images.findIndex(({ alt }) => alt.length > maxAlt);
  const length = images[at]?.alt.length;
  if (length !== undefined) {
    const what = `${of}the description of image ${at + 1} has ${length} characters; the limit is ${maxAlt}`;
    throw refused(target, what, field);
  }
  if (!images.some((image) => image.frames > 1)) return;
  if (animated === "refuse") throw refused(target, `${of}animated images are not supported`, field);
  if (animated === "alone" && images.length > 1) {
    throw refused(target, `${of}an animated image must be the only one`, field);
  }
  for (const [index, image] of images.entries()) {
    const problem = findAnimationProblem({ ...image, animated: image.frames > 1 }, rules.images);
    if (problem !== null) throw refused(target, `${of}image ${index + 1} ${problem}`, field);
  }
}

function refused(target: PostTarget, why: string, field: string): Refusal {
  return new Refusal("invalid_request", `${target.name}: ${why}.`, field);
}

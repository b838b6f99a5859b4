import { applyReportedLimits } from "#lib/contract/platforms/channel-rules.ts";
import { getPlatformRules, getRulesWithImages, type PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { MediaRow } from "#lib/service/media/create-media.ts";
import { type LengthProblem, planDelivery, planRemainingDelivery } from "#lib/text/delivery-plan.ts";
import type { PostPart } from "./post-parts.ts";

/** A post's channel. `told`: the reported limits of its account, if its server reports any. */
export type PostTarget = {
  id: string;
  platform: string;
  name: string;
  reportedLimits: Readonly<Record<string, unknown>>;
};
/** The properties of an image that a platform may refuse. */
type ImageMetadata = Pick<MediaRow, "frames" | "alt">;

/**
 * Returns the delivery of the parts on a channel. A draft may be too long; its delivery is returned all the same.
 * @throws Refusal `invalid_request` naming channel, part, count and limit for anything the platform would refuse.
 */
export function validateTarget(
  target: PostTarget,
  parts: readonly PostPart[],
  images: readonly ImageMetadata[],
  isDraft: boolean,
): "thread" | "joined" {
  const known = getPlatformRules(target.platform);
  if (!known) throw new Refusal("invalid_request", `This version can't publish to ${target.name}.`, "channels");
  const rules = applyReportedLimits(known, target.reportedLimits);
  const plan = planDelivery(
    parts.map((part) => part.text),
    getRulesWithImages(rules, images.length),
  );
  if (isDraft) return "problem" in plan ? (rules.thread === "always" ? "thread" : "joined") : plan.delivery;
  if (parts.length > rules.maxParts) {
    throw refused(target, `the thread has ${parts.length} parts; the limit is ${rules.maxParts}`, "thread");
  }
  if ("problem" in plan) {
    const isCaption = images.length > 0 && plan.problem.limit === rules.images.captionLimit;
    throw tooLong(target, plan.problem, parts.length, isCaption);
  }
  checkImages(target, rules, images);
  return plan.delivery;
}

/**
 * Checks the unpublished parts of a thread: each part is sent alone.
 * @param publishedCount number of first parts that are published, or may be. @throws Refusal as `validateTarget`.
 */
export function validateRemainingParts(target: PostTarget, parts: readonly PostPart[], publishedCount: number): void {
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
  const plan = planRemainingDelivery(texts, rules, publishedCount);
  if ("problem" in plan) throw tooLong(target, plan.problem, parts.length, false);
}

function tooLong(target: PostTarget, problem: LengthProblem, parts: number, isCaption: boolean): Refusal {
  const { part, count, limit, unit } = problem;
  const what = part !== null ? `part ${part + 1}` : parts > 1 ? "the joined text" : "the text";
  const field = part !== null ? `thread.${part}` : parts > 1 ? "thread" : "text";
  return refused(
    target,
    `${what} has ${count} ${unit}; the limit is ${limit}${isCaption ? " with images" : ""}`,
    field,
  );
}

function checkImages(target: PostTarget, rules: PlatformRules, images: readonly ImageMetadata[]): void {
  const { max, maxAlt, animated } = rules.images;
  if (images.length > max) throw refused(target, `${images.length} images; the limit is ${max}`, "media");
  const at = images.findIndex(({ alt }) => alt.length > maxAlt);
  const length = images[at]?.alt.length;
  if (length !== undefined) {
    const what = `the description of image ${at + 1} has ${length} characters; the limit is ${maxAlt}`;
    throw refused(target, what, "media");
  }
  if (!images.some((image) => image.frames > 1)) return;
  if (animated === "refuse") throw refused(target, "animated images are not supported", "media");
  if (animated === "alone" && images.length > 1) {
    throw refused(target, "an animated image must be the only one", "media");
  }
}

function refused(target: PostTarget, why: string, field: string): Refusal {
  return new Refusal("invalid_request", `${target.name}: ${why}.`, field);
}

import type { ChannelPlatforms, PartialSubmission, SubmitIntent } from "#components/composer/state/composer-state.ts";
import {
  type ComposerDraft,
  getPublishableParts,
  isDraftBlank,
  type VariantId,
} from "#components/composer/state/draft.ts";
import { countPartImages } from "#components/composer/state/part-images.ts";
import { defaultRulesLookup, type PlatformRulesLookup } from "#components/composer/state/platform-rules-lookup.ts";
import { findPublishTimeProblem, resolvePublishTime } from "#components/composer/state/publish-time.ts";
import { formatNumber } from "#lib/contract/format-number.ts";
import { limits } from "#lib/contract/limits.ts";
import { formatChannelOnPlatform, getChannelName } from "#lib/contract/platforms/channel-name.ts";
import { applyThreadChoice } from "#lib/contract/platforms/channel-rules.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { Channel, ThreadChoice } from "#lib/contract/types.ts";
import type { DeliveryPlan, PartImages } from "#lib/text/delivery-plan.ts";
import { getVariantId } from "./submit-requests.ts";

/** The functions of the text engine that the validation uses. The text engine loads after the page. */
type LengthChecker = {
  planParts: (texts: readonly string[], rules: PlatformRules, images: readonly PartImages[]) => DeliveryPlan;
};

/** Options of the validation. With `measure` null only the service checks the lengths. */
export type SubmitValidationOptions = {
  channels: readonly Channel[];
  measure: LengthChecker | null;
  rulesOf?: PlatformRulesLookup;
  /** Returns the choice about several parts that the page shows for a channel; null where there is none to make. */
  threadChoiceOf?: (channelId: string) => ThreadChoice | null;
  /** False if the service states no limits: then a text that may be too long is only marked. */
  blocksLongTexts?: boolean;
  now: Date;
  out?: Pick<PartialSubmission, "channelIds">;
  /** True for an existing post. It is published on its channel even by a member who may plan nothing new there. */
  isEdit?: boolean;
  /** Number of published parts before these; then the rest may be empty. */
  fixed?: number;
  /** Names of added images that can't be uploaded as they are; the author has yet to decide on resizing them. */
  undecided?: readonly string[];
};

/** Returns why a draft can't be submitted yet, in one sentence; null if it can. */
export function findSubmitProblem(
  draft: ComposerDraft,
  intent: SubmitIntent,
  at: SubmitValidationOptions,
): string | null {
  const isRest = (at.fixed ?? 0) > 0;
  if (isDraftBlank(draft) && !isRest) return "Write something first.";
  if (draft.channelIds.length === 0) return "Choose at least one channel.";
  if (draft.images.some((image) => image.state.type === "failed"))
    return "An image didn't upload. Retry it, or remove it.";
  const [undecided] = at.undecided ?? [];
  if (undecided !== undefined) return `${undecided} is not added yet. Fix it below the text, or remove it.`;
  const chosen = at.channels.filter((channel) => draft.channelIds.includes(channel.id));
  const twice = chosen.find(({ id }) => at.out?.channelIds.includes(id));
  const gone = chosen.find(({ state }) => state === "gone");
  if (gone) return `${formatChannelOnPlatform(gone)} is no longer available. Remove it from the channels.`;
  if (!at.isEdit && chosen.length < draft.channelIds.length)
    return "A channel of this draft is no longer available. Remove it from the channels.";
  if (twice) return `${getChannelName(twice)} already got this. Remove it from the channels.`;
  const sheets = [...new Set(draft.channelIds.map((id) => getVariantId(draft, id)))];
  for (const sheet of sheets) {
    const unwritten = isDraftBlank(draft)
      ? null
      : (findEmptyPart(draft, sheet, intent, at.fixed) ?? findTooManyCharacters(draft, sheet, at));
    const owner = at.channels.find(({ id }) => id === sheet);
    if (unwritten) return owner ? `In the version for ${getChannelName(owner)}: ${unwritten}` : unwritten;
  }
  if (intent === "draft" && !isRest) return null;
  const { rulesOf = defaultRulesLookup, blocksLongTexts = true } = at;
  const late = findPublishTimeProblem(draft.when, resolvePublishTime(draft.when, at.now));
  if (late || !blocksLongTexts) return late;
  const inWay = findLongAltText(draft, chosen, rulesOf);
  return inWay ?? findLengthProblem(draft, chosen, at, rulesOf);
}

/** Checks alt texts, which are never cut and so must fit each platform. */
function findLongAltText(
  { images }: ComposerDraft,
  channels: readonly Channel[],
  rulesOf: PlatformRulesLookup,
): string | null {
  for (const channel of channels) {
    const rules = rulesOf(channel);
    const at = rules ? images.findIndex((image) => image.alt.length > rules.images.maxAlt) : -1;
    const over = images[at];
    if (!rules || !over) continue;
    return `The alt text of image ${at + 1} has ${over.alt.length} characters; ${rules.name} allows ${rules.images.maxAlt}.`;
  }
  return null;
}

/** Checks for empty parts. A saved draft may have gaps, but an empty post can't be published. */
function findEmptyPart(draft: ComposerDraft, sheet: VariantId, intent: SubmitIntent, fixed = 0): string | null {
  const texts = getPublishableParts(draft, sheet).map((part) => part.text);
  if (texts.length === 0 && (intent === "send" || sheet !== null)) {
    return draft.images.length > 0 ? "Add some text with the images." : "Write something first.";
  }
  const blank = texts.findIndex((text) => text.trim() === "");
  const isNeeded = intent === "send" || fixed > 0;
  return isNeeded && blank !== -1 ? `Part ${fixed + blank + 1} is empty. Fill it, or remove it.` : null;
}

/** Checks the total of all parts. The service allows shortening a longer post from before this limit. */
function findTooManyCharacters(
  draft: ComposerDraft,
  sheet: VariantId,
  { isEdit = false }: SubmitValidationOptions,
): string | null {
  const count = getPublishableParts(draft, sheet).reduce((sum, { text }) => sum + text.length, 0);
  if (isEdit || count <= limits.postCharacters) return null;
  return `All parts together have ${formatNumber(count)} characters; a post holds ${formatNumber(limits.postCharacters)}. Move some parts to another post.`;
}

/** Names every channel whose limit the text exceeds, and by how much. */
function findLengthProblem(
  draft: ComposerDraft,
  channels: readonly Channel[],
  { measure, fixed = 0, threadChoiceOf = () => null }: SubmitValidationOptions,
  rulesOf: PlatformRulesLookup,
): string | null {
  /** By the start of the sentence: the channels that it names. */
  const excess = new Map<string, string[]>();
  for (const channel of channels) {
    const own = rulesOf(channel);
    const parts = getPublishableParts(draft, getVariantId(draft, channel.id));
    if (!own || !measure) continue;
    const rules = applyThreadChoice(own, threadChoiceOf(channel.id));
    const texts = parts.map((part) => part.text);
    const plan = measure.planParts(texts, rules, countPartImages(draft, parts));
    if (!("problem" in plan)) continue;
    const { part, count, limit, unit } = plan.problem;
    const isAlone = channels.filter(({ platform }) => platform === channel.platform).length === 1;
    const platform = formatPlatformName(channel.platform);
    const name = isAlone ? platform : formatChannelOnPlatform(channel);
    const over = formatNumber(count - limit);
    const isLength = unit === "characters" || unit === "bytes";
    const what = isLength ? "too long for" : `too many ${unit} for`;
    const named = isLength ? `${name} by ${over}${unit === "bytes" ? " bytes" : ""}` : `${name} (${count} of ${limit})`;
    const start =
      unit === "images"
        ? "An image is needed for"
        : part === null
          ? capitalize(what)
          : `Part ${fixed + part + 1} ${isLength ? "is" : "has"} ${what}`;
    excess.set(start, [...(excess.get(start) ?? []), unit === "images" ? name : named]);
  }
  const sentences = [...excess].map(([start, named]) => `${start} ${formatList([...new Set(named)])}.`);
  return sentences.length > 0 ? sentences.join(" ") : null;
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const formatList = (names: readonly string[]) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/**
 * Returns what a submission needs to know beside the draft: the choice about several parts for each channel, and the
 * platforms by which the accounts of one platform get requests of their own, unless the service names the channel of
 * each post.
 * @param at `blocksLongTexts` is false for a service that follows the API document alone
 */
export function getSubmissionDetails(
  { channelIds }: ComposerDraft,
  {
    channels,
    blocksLongTexts,
    threadChoiceOf = () => null,
  }: Pick<SubmitValidationOptions, "channels" | "blocksLongTexts" | "threadChoiceOf">,
): { platforms?: ChannelPlatforms; threads: Record<string, ThreadChoice> } {
  const choices = channelIds.flatMap((id) => {
    const choice = threadChoiceOf(id);
    return choice ? [[id, choice] as const] : [];
  });
  const threads = Object.fromEntries(choices);
  if (blocksLongTexts !== false) return { threads };
  return { threads, platforms: Object.fromEntries(channels.map(({ id, platform }) => [id, platform])) };
}

import type { SubmissionProgress, SubmitIntent } from "#components/composer/state/composer-state.ts";
import {
  type ComposerDraft,
  getPublishableParts,
  isDraftBlank,
  type VariantId,
} from "#components/composer/state/draft.ts";
import { defaultRulesLookup, type PlatformRulesLookup } from "#components/composer/state/platform-rules.ts";
import { findPublishTimeProblem, resolvePublishTime } from "#components/composer/state/publish-time.ts";
import { limits } from "#lib/contract/limits.ts";
import { formatAccountHandle } from "#lib/contract/platforms/account-handle.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { Channel } from "#lib/contract/types.ts";
import type { DeliveryPlan } from "#lib/text/delivery-plan.ts";
import { getVariantId } from "./submit-requests.ts";

/** What is asked of the text engine, which arrives after the page. */
type LengthChecker = {
  planParts: (texts: readonly string[], rules: PlatformRules) => DeliveryPlan;
  describeProblem: (plan: DeliveryPlan, slug: string, username: string) => string | null;
};

/** What a draft is held against before it leaves. `measure` null leaves lengths to the service. */
export type SubmitValidationOptions = {
  channels: readonly Channel[];
  measure: LengthChecker | null;
  rulesOf?: PlatformRulesLookup;
  now: Date;
  out?: Pick<SubmissionProgress, "channelIds">;
  /** A post that exists goes out where it was planned, also by who may plan nothing new there. */
  isEdit?: boolean;
  /** So many parts are out before these, which may then be none. */
  fixed?: number;
  /** Names of pictures that were added and can't go as they are: of each it is asked whether it is made fit. */
  undecided?: readonly string[];
};

/** Why a draft can't leave yet, in one sentence; null when it can. */
export function findSubmitProblem(
  draft: ComposerDraft,
  intent: SubmitIntent,
  at: SubmitValidationOptions,
): string | null {
  const isRest = (at.fixed ?? 0) > 0;
  if (isDraftBlank(draft) && !isRest) return "There is nothing written yet.";
  if (draft.channelIds.length === 0) return "Choose at least one channel.";
  if (draft.images.some((image) => image.state.is === "failed"))
    return "An image did not arrive. Try it again, or remove it.";
  const [undecided] = at.undecided ?? [];
  if (undecided !== undefined) return `${undecided} is not in this post. Below the text, make it fit, or leave it out.`;
  const chosen = at.channels.filter((channel) => draft.channelIds.includes(channel.id));
  const twice = chosen.find(({ id }) => at.out?.channelIds.includes(id));
  const gone = chosen.find(({ state }) => state === "gone");
  if (gone)
    return `${formatAccountHandle(gone.username)} on ${formatPlatformName(gone.platform)} can't be used any more. Take it off the channels.`;
  if (!at.isEdit && chosen.length < draft.channelIds.length)
    return "A channel of this draft was disconnected, or is for other members now. Take it off the channels.";
  if (twice) return `${formatAccountHandle(twice.username)} got this a moment ago. Take it off the channels.`;
  const sheets = [...new Set(draft.channelIds.map((id) => getVariantId(draft, id)))];
  for (const sheet of sheets) {
    const unwritten = isDraftBlank(draft)
      ? null
      : (findEmptyPart(draft, sheet, intent, at.fixed) ?? findTooManyCharacters(draft, sheet, at));
    const owner = at.channels.find(({ id }) => id === sheet);
    if (unwritten) return owner ? `In the words for @${owner.username}: ${unwritten}` : unwritten;
  }
  if (intent === "draft" && !isRest) return null;
  const { rulesOf = defaultRulesLookup } = at;
  const inWay =
    findPublishTimeProblem(draft.when, resolvePublishTime(draft.when, at.now)) ??
    findLongAltText(draft, chosen, rulesOf);
  return inWay ?? findLengthProblem(draft, chosen, at.measure, rulesOf);
}

/** A description is never cut, so it has to fit where it goes. */
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
    return `The description of image ${at + 1} has ${over.alt.length} characters; ${rules.name} takes ${rules.images.maxAlt}.`;
  }
  return null;
}

/** A draft may have gaps, but a post of nothing is none. */
function findEmptyPart(draft: ComposerDraft, sheet: VariantId, intent: SubmitIntent, fixed = 0): string | null {
  const texts = getPublishableParts(draft, sheet).map((part) => part.text);
  if (texts.length === 0 && (intent === "send" || sheet !== null)) {
    return draft.images.length > 0 ? "Write a few words to go with the images." : "There is nothing written yet.";
  }
  const blank = texts.findIndex((text) => text.trim() === "");
  const isNeeded = intent === "send" || fixed > 0;
  return isNeeded && blank !== -1 ? `Part ${fixed + blank + 1} is empty. Write it, or remove it.` : null;
}

/** All parts of a post together; the service lets one from before this limit be shortened. */
function findTooManyCharacters(
  draft: ComposerDraft,
  sheet: VariantId,
  { isEdit = false }: SubmitValidationOptions,
): string | null {
  const count = getPublishableParts(draft, sheet).reduce((sum, { text }) => sum + text.length, 0);
  if (isEdit || count <= limits.postCharacters) return null;
  const inWords = (characters: number) => characters.toLocaleString("en-GB");
  return `All parts together have ${inWords(count)} characters; a post holds ${inWords(limits.postCharacters)}. Move some of them to a second post.`;
}

function findLengthProblem(
  draft: ComposerDraft,
  channels: readonly Channel[],
  measure: LengthChecker | null,
  rulesOf: PlatformRulesLookup,
): string | null {
  if (!measure) return null;
  for (const channel of channels) {
    const rules = rulesOf(channel);
    const texts = getPublishableParts(draft, getVariantId(draft, channel.id)).map((part) => part.text);
    const problem = rules && measure.describeProblem(measure.planParts(texts, rules), rules.slug, channel.username);
    if (problem) return problem;
  }
  return null;
}

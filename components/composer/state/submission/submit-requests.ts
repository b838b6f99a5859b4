import type { SubmissionProgress, SubmitIntent, SubmitRequest } from "#components/composer/state/composer-state.ts";
import { type ComposerDraft, getPublishableParts, type VariantId } from "#components/composer/state/draft.ts";

const getVariantTexts = (draft: ComposerDraft, sheet: VariantId) =>
  getPublishableParts(draft, sheet).map(({ text }) => text);

/** The sheet whose words a channel gets. */
export function getVariantId(draft: ComposerDraft, channelId: string): VariantId {
  return draft.own[channelId] ? channelId : null;
}

/** Longest end of a key: what a header takes, less the key of the compose. */
const maxKeySuffixLength = 200;

/**
 * The calls that send the draft: one for each different text, in the order of the channels. A call that may have arrived and
 * is asked for again stays as it was, key and all, and goes first: what it made is then known before others join it.
 */
export function createSubmitRequests(
  draft: ComposerDraft,
  intent: SubmitIntent,
  repeatKey: string,
  out: SubmissionProgress,
): SubmitRequest[] {
  const groups = new Map<string, { sheet: VariantId; channelIds: string[] }>();
  for (const channelId of draft.channelIds) {
    const sheet = getVariantId(draft, channelId);
    const words = JSON.stringify(getVariantTexts(draft, sheet));
    const group = groups.get(words);
    if (group) group.channelIds.push(channelId);
    else groups.set(words, { sheet, channelIds: [channelId] });
  }
  // Nowhere to go: the service says so itself.
  if (groups.size === 0) groups.set("", { sheet: null, channelIds: [] });
  const media = draft.images.map(({ state }) => (state.is === "ready" ? state.mediaId : null));
  const calls = [...groups.values()].map((group): SubmitRequest => {
    const words = getVariantTexts(draft, group.sheet);
    const print = JSON.stringify([intent, group.channelIds, words, media, draft.when, draft.points]);
    const before = out.unsure.find((call) => call.print === print);
    const fresh = { repeatKey: getRequestKey(repeatKey, group.channelIds), submissionId: null };
    return { ...(before ?? fresh), ...group, print, state: { is: "waiting" } };
  });
  const isUnsure = (call: SubmitRequest) => out.unsure.some(({ print }) => print === call.print);
  return [...calls.filter(isUnsure), ...calls.filter((call) => !isUnsure(call))];
}

/** Of the channels and not of the place: the calls that are left after some went out keep their own keys. */
function getRequestKey(repeatKey: string, channelIds: readonly string[]): string {
  const [first] = [...channelIds].sort();
  return first === undefined ? repeatKey : `${repeatKey}:${encodeURIComponent(first).slice(0, maxKeySuffixLength)}`;
}

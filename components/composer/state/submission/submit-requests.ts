import type {
  ChannelPlatforms,
  PartialSubmission,
  SubmitIntent,
  SubmitRequest,
} from "#components/composer/state/composer-state.ts";
import { type ComposerDraft, getPublishableParts, type VariantId } from "#components/composer/state/draft.ts";
import { getPartMediaIds } from "#components/composer/state/part-images.ts";

const getVariantTexts = (draft: ComposerDraft, sheet: VariantId) =>
  getPublishableParts(draft, sheet).map(({ text }) => text);

export function getVariantId(draft: ComposerDraft, channelId: string): VariantId {
  return draft.own[channelId] ? channelId : null;
}

/** Most characters of the key's suffix: a header's limit less the length of the base key. */
const maxKeySuffixLength = 200;

/**
 * Creates the requests that submit the draft: one for each different text, in the order of the channels. A repeat of a
 * request that may have arrived stays unchanged with its key and goes first, so that its submission is known before
 * others join it.
 * @param platforms where it is given, the accounts of one platform are in different requests
 * @param isEdit true for an existing post: one request has all channels and their texts
 */
export function createSubmitRequests(
  draft: ComposerDraft,
  intent: SubmitIntent,
  repeatKey: string,
  out: PartialSubmission,
  platforms?: ChannelPlatforms,
  isEdit = false,
): SubmitRequest[] {
  const groups = new Map<string, { sheet: VariantId; channelIds: string[] }>();
  const accounts = new Map<string, number>();
  for (const channelId of draft.channelIds) {
    const sheet = getVariantId(draft, channelId);
    const texts = JSON.stringify([getVariantTexts(draft, sheet), getPartMediaIds(draft, sheet)]);
    const account = `${platforms?.[channelId]} ${texts}`;
    const nth = platforms ? (accounts.get(account) ?? 0) : 0;
    accounts.set(account, nth + 1);
    const key = isEdit ? "" : `${nth} ${texts}`;
    const group = groups.get(key) ?? { sheet, channelIds: [] };
    group.channelIds.push(channelId);
    groups.set(key, group);
  }
  // A draft without channels still sends a request, so that the service itself refuses it.
  if (groups.size === 0) groups.set("", { sheet: null, channelIds: [] });
  const calls = [...groups.values()].map((group): SubmitRequest => {
    const texts = getVariantTexts(draft, group.sheet);
    const media = getPartMediaIds(draft, group.sheet);
    const print = JSON.stringify([
      intent,
      group.channelIds,
      texts,
      media,
      draft.when,
      draft.points,
      draft.linkCard,
      isEdit && draft.own,
      // Requests from before the choice have none, and a repeat of one must stay the same request.
      ...Object.entries(draft.threads ?? {}).filter(([channelId]) => group.channelIds.includes(channelId)),
    ]);
    const before = out.unsure.find((call) => call.print === print);
    const created = { repeatKey: getRequestKey(repeatKey, group.channelIds), submissionId: null };
    return { ...(before ?? created), ...group, print, state: { type: "waiting" } };
  });
  const isUnsure = (call: SubmitRequest) => out.unsure.some(({ print }) => print === call.print);
  return [...calls.filter(isUnsure), ...calls.filter((call) => !isUnsure(call))];
}

/**
 * Derives the key from the channels and not from the position, so that the remaining requests keep their keys after
 * others succeeded.
 */
function getRequestKey(repeatKey: string, channelIds: readonly string[]): string {
  const [first] = [...channelIds].sort();
  return first === undefined ? repeatKey : `${repeatKey}:${encodeURIComponent(first).slice(0, maxKeySuffixLength)}`;
}

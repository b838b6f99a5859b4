import { type Draft, type Sheet, writtenParts } from "#components/composer/state/draft.ts";
import type { Call, Intent, Out } from "#components/composer/state/composer-state.ts";

const textsOn = (draft: Draft, sheet: Sheet) => writtenParts(draft, sheet).map(({ text }) => text);

/** The sheet whose words a channel gets. */
export function sheetOf(draft: Draft, channelId: string): Sheet {
  return draft.own[channelId] ? channelId : null;
}

/** Longest end of a key: what a header takes, less the key of the compose. */
const keyEndMost = 200;

/**
 * The calls that send the draft: one for each different text, in the order of the channels. A call that may have arrived and
 * is asked for again stays as it was, key and all, and goes first: what it made is then known before others join it.
 */
export function callsOf(draft: Draft, intent: Intent, repeatKey: string, out: Out): Call[] {
  const groups = new Map<string, { sheet: Sheet; channelIds: string[] }>();
  for (const channelId of draft.channelIds) {
    const sheet = sheetOf(draft, channelId);
    const words = JSON.stringify(textsOn(draft, sheet));
    const group = groups.get(words);
    if (group) group.channelIds.push(channelId);
    else groups.set(words, { sheet, channelIds: [channelId] });
  }
  // Nowhere to go: the service says so itself.
  if (groups.size === 0) groups.set("", { sheet: null, channelIds: [] });
  const media = draft.images.map(({ state }) => (state.is === "ready" ? state.mediaId : null));
  const calls = [...groups.values()].map((group): Call => {
    const words = textsOn(draft, group.sheet);
    const print = JSON.stringify([intent, group.channelIds, words, media, draft.when, draft.points]);
    const before = out.unsure.find((call) => call.print === print);
    const fresh = { repeatKey: keyFor(repeatKey, group.channelIds), submissionId: null };
    return { ...(before ?? fresh), ...group, print, state: { is: "waiting" } };
  });
  const isUnsure = (call: Call) => out.unsure.some(({ print }) => print === call.print);
  return [...calls.filter(isUnsure), ...calls.filter((call) => !isUnsure(call))];
}

/** Of the channels and not of the place: the calls that are left after some went out keep their own keys. */
function keyFor(repeatKey: string, channelIds: readonly string[]): string {
  const [first] = [...channelIds].sort();
  return first === undefined ? repeatKey : `${repeatKey}:${encodeURIComponent(first).slice(0, keyEndMost)}`;
}

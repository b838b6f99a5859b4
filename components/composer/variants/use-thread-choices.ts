"use client";
import { useCallback, useMemo, useState } from "react";
import type { ComposerEvent } from "#components/composer/state/composer-state.ts";
import { type ComposerDraft, getPublishableParts } from "#components/composer/state/draft.ts";
import type { PlatformRulesLookup } from "#components/composer/state/platform-rules-lookup.ts";
import { getVariantId } from "#components/composer/state/submission/submit-requests.ts";
import { announce } from "#components/ui/feedback/announce.tsx";
import { updateSettings } from "#lib/actions/settings.ts";
import { getChannelName } from "#lib/contract/platforms/channel-name.ts";
import { applyThreadChoice } from "#lib/contract/platforms/channel-rules.ts";
import type { Channel, ThreadChoice, ThreadChoices } from "#lib/contract/types.ts";

/** Most channels whose last choice is remembered; the service takes no more. */
const maxRemembered = 50;

type UseThreadChoicesOptions = {
  draft: ComposerDraft;
  channels: readonly Channel[];
  /** The rules without the author's choice. */
  rulesOf: PlatformRulesLookup;
  /** The member's last choice for each channel; null if there is no choice to make here. */
  remembered: ThreadChoices | null;
  dispatch: (event: ComposerEvent) => void;
};

/**
 * Manages what several parts become on each channel: a thread unless the author chooses one post. The choice belongs to
 * the draft, and is the first one for the next draft on this channel. It never depends on the length of the text, so that
 * the shape stays while the author types.
 */
export function useThreadChoices({ draft, channels, rulesOf, remembered, dispatch }: UseThreadChoicesOptions) {
  const [last, setLast] = useState<ThreadChoices | null>(remembered);
  /** Returns the choice that the page shows; null for one part, and on a platform without threads. */
  const getChoice = useCallback(
    (channelId: string, of: ComposerDraft): ThreadChoice | null => {
      const channel = channels.find(({ id }) => id === channelId);
      const thread = (channel && rulesOf(channel)?.thread) ?? "never";
      if (!last || thread === "never" || getPublishableParts(of, getVariantId(of, channelId)).length < 2) return null;
      return of.threads?.[channelId] ?? last[channelId] ?? "chain";
    },
    [channels, rulesOf, last],
  );
  const choices = channels.map(({ id }) => getChoice(id, draft));
  const key = choices.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents the choices
  const chosenRulesOf = useMemo<PlatformRulesLookup>(() => {
    const ofChannels = new Map(channels.map(({ id }, at) => [id, choices[at] ?? null]));
    return (channel) => {
      const rules = rulesOf(channel);
      return rules && applyThreadChoice(rules, ofChannels.get(channel.id ?? "") ?? null);
    };
  }, [channels, rulesOf, key]);
  function choose(channel: Channel, choice: ThreadChoice) {
    dispatch({ type: "thread-chosen", channelId: channel.id, choice });
    const { [channel.id]: _, ...others } = last ?? {};
    const next = choice === "chain" ? others : { ...others, [channel.id]: choice };
    const kept = Object.fromEntries(Object.entries(next).slice(-maxRemembered));
    setLast(kept);
    announce(`${getChannelName(channel)}: ${choice === "chain" ? "a thread" : "one post"}`);
    // Without an answer the next draft begins with the earlier choice; this draft has its own.
    void updateSettings({ threads: kept }).catch(() => undefined);
  }
  /** The draft with the choice that the page shows for each of its channels. */
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents the choices
  const chosenDraft = useMemo<ComposerDraft>(() => {
    const chosen = channels.flatMap(({ id }, at) => {
      const choice = choices[at];
      return choice ? [[id, choice] as const] : [];
    });
    return chosen.length > 0 ? { ...draft, threads: Object.fromEntries(chosen) } : draft;
  }, [draft, channels, key]);
  return { getChoice, rulesOf: chosenRulesOf, choose, draft: chosenDraft };
}

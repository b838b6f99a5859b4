"use client";
import { type RefObject, useEffect, useState } from "react";
import type { ComposerState } from "#components/composer/state/composer-state.ts";
import { showToast } from "#components/ui/feedback/toast.tsx";
import type { Channel } from "#lib/contract/types.ts";
import { channelsQuery } from "#lib/queries/channels.ts";
import type { QueryWatcher } from "#lib/realtime/query-cache.ts";
import { useRealtimeClient } from "#lib/realtime/use-live-query.ts";

/**
 * The channels as they are now, also while something is written: what became of a chosen one is said. One that is gone
 * stays, marked, so that its words and the way back are there. `readAtMs` is when the server read `first`.
 */
export function useLiveChannels(
  first: readonly Channel[],
  readAtMs: number,
  latest: RefObject<ComposerState>,
): readonly Channel[] {
  const desk = useRealtimeClient();
  const [channels, setChannels] = useState(first);

  // Not `useLive`: that reckons anew after each render, and here each letter is one.
  useEffect(() => {
    let watched: QueryWatcher | null = null;
    let known = first;
    let told: readonly Channel[] = first;
    const take = async (now: Channel[]) => {
      if (told === now) return;
      told = now;
      const { formatChannelChanges: changeWords, appendGoneChannels: withGone } = await import("./channel-changes.ts");
      if (told !== now) return;
      const next = withGone(known, now);
      for (const message of changeWords(known, next, latest.current.draft.channelIds)) showToast({ message });
      known = next;
      setChannels(next);
    };
    const remove = desk.add((live) => {
      // What can't be loaded now is told by the next change.
      watched ??= live.watch(channelsQuery, [...first], readAtMs, (now) => void take(now).catch(() => undefined));
    });
    // A change that was heard while the page was on its way found no reading to read again.
    if (desk.isTouchedSince(readAtMs)) void desk.touch("channels").catch(() => undefined);
    return () => {
      remove();
      watched?.stop();
    };
  }, [desk, first, readAtMs, latest]);

  return channels;
}

"use client";
import { type RefObject, useEffect, useState } from "react";
import type { ComposerState } from "#components/composer/state/composer-state.ts";
import { showToast } from "#components/ui/feedback/toast.tsx";
import type { Channel } from "#lib/contract/types.ts";
import { channelsQuery } from "#lib/queries/channels.ts";
import type { QueryWatcher } from "#lib/realtime/query-cache.ts";
import { useRealtimeClient } from "#lib/realtime/use-live-query.ts";

/**
 * Returns the channels and keeps them up to date while the author writes. Changes of chosen channels are shown as
 * toasts. A removed channel stays in the list, marked, so that its text stays reachable.
 * @param readAtMs when the server read `first`
 */
export function useLiveChannels(
  first: readonly Channel[],
  readAtMs: number,
  latest: RefObject<ComposerState>,
): readonly Channel[] {
  const desk = useRealtimeClient();
  const [channels, setChannels] = useState(first);

  // `useLive` would recompute after each render, and here each letter renders.
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
      // If the chunk can't be loaded now, the next change reports it.
      watched ??= live.watch(channelsQuery, [...first], readAtMs, (now) => void take(now).catch(() => undefined));
    });
    // A change that arrived while the page loaded found no query to invalidate.
    if (desk.isTouchedSince(readAtMs)) void desk.touch("channels").catch(() => undefined);
    return () => {
      remove();
      watched?.stop();
    };
  }, [desk, first, readAtMs, latest]);

  return channels;
}

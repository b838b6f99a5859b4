"use client";
import { type RefObject, useEffect, useState } from "react";
import { showToast } from "#components/ui/feedback/toast.tsx";
import type { Channel } from "#lib/contract/types.ts";
import { channelsReading } from "#lib/queries/channels.ts";
import type { Watched } from "#lib/realtime/query-cache.ts";
import { useDesk } from "#lib/realtime/use-live-query.ts";
import type { Composer } from "#components/composer/state/composer-state.ts";

/**
 * The channels as they are now, also while something is written: what became of a chosen one is said. One that is gone
 * stays, marked, so that its words and the way back are there. `readAtMs` is when the server read `first`.
 */
export function useChannels(
  first: readonly Channel[],
  readAtMs: number,
  latest: RefObject<Composer>,
): readonly Channel[] {
  const desk = useDesk();
  const [channels, setChannels] = useState(first);

  // Not `useLive`: that reckons anew after each render, and here each letter is one.
  useEffect(() => {
    let watched: Watched | null = null;
    let known = first;
    let told: readonly Channel[] = first;
    const take = async (now: Channel[]) => {
      if (told === now) return;
      told = now;
      const { changeWords, withGone } = await import("./channel-changes.ts");
      if (told !== now) return;
      const next = withGone(known, now);
      for (const message of changeWords(known, next, latest.current.draft.channelIds)) showToast({ message });
      known = next;
      setChannels(next);
    };
    const remove = desk.add((live) => {
      // What can't be loaded now is told by the next change.
      watched ??= live.watch(channelsReading, [...first], readAtMs, (now) => void take(now).catch(() => undefined));
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

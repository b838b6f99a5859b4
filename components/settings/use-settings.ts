"use client";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { updateSettings } from "#lib/actions/settings.ts";
import type { Failure } from "#lib/contract/errors.ts";
import type { MemberSettings, MemberSettingsChange } from "#lib/contract/types.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";

/**
 * Saves the changed settings and shows a toast with the text `words` and an undo. The undo restores the previous
 * values; for a list whose changes can be undone in any order, `undo` computes the values from the current settings.
 */
export type SaveSettings = (
  change: MemberSettingsChange,
  words: string,
  undo?: (now: MemberSettings) => MemberSettingsChange,
) => void;

/**
 * Holds the member's settings, shows each change at once and saves changes one after the other. A change that could not
 * be saved is reverted and sets `failure`.
 */
export function useSettings(first: MemberSettings): {
  settings: MemberSettings;
  save: SaveSettings;
  failure: Failure | null;
} {
  const router = useRouter();
  const [settings, setSettings] = useState(first);
  const [failure, setFailure] = useState<Failure | null>(null);
  const shown = useRef(first);
  const turn = useRef<Promise<void>>(Promise.resolve());
  const waiting = useRef(0);

  const show = (next: MemberSettings) => {
    shown.current = next;
    setSettings(next);
  };
  // Another tab, or an undo after this page was left and opened again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only settings that the server has read again count
  useEffect(() => {
    if (waiting.current === 0) show(first);
  }, [first]);

  async function send(change: MemberSettingsChange): Promise<MemberSettings | null> {
    try {
      const answer = await updateSettings(change);
      setFailure(answer.error ?? null);
      return answer.ok ?? null;
    } catch (error) {
      setFailure(toReadFailure(error));
      return null;
    }
  }

  function apply(change: MemberSettingsChange, onSaved: (before: MemberSettingsChange) => void) {
    const before = pick(shown.current, change);
    show({ ...shown.current, ...change });
    waiting.current += 1;
    turn.current = turn.current.then(async () => {
      const saved = await send(change);
      waiting.current -= 1;
      if (!saved) return show({ ...shown.current, ...before });
      if (waiting.current === 0) show(saved);
      onSaved(before);
      // The rest of the dashboard formats its times by these settings.
      router.refresh();
    });
  }

  const save: SaveSettings = (change, words, undo) =>
    apply(change, (before) =>
      showToast({
        message: `Saved: ${words}`,
        undo: () => apply(undo ? undo(shown.current) : before, () => undefined),
      }),
    );

  return { settings, save, failure };
}

function pick(settings: MemberSettings, named: MemberSettingsChange): MemberSettingsChange {
  return Object.fromEntries(Object.keys(named).map((name) => [name, settings[name as keyof MemberSettings]]));
}

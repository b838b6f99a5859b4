"use client";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { updateSettings } from "#lib/actions/settings.ts";
import type { Failure } from "#lib/contract/errors.ts";
import type { MemberSettings, MemberSettingsChange } from "#lib/contract/types.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";

/**
 * Saves what is named at once; `words` say it in the toast, which has the undo. That puts back what was before; for a list,
 * of which several changes can be taken back in any order, `undo` makes it of how things stand then.
 */
export type SaveSettings = (
  change: MemberSettingsChange,
  words: string,
  undo?: (now: MemberSettings) => MemberSettingsChange,
) => void;

/**
 * The member's settings, each change shown at once and saved one after the other. What could not be saved goes back to how
 * it was, and is said.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the server has read anew counts
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
      // The rest of the desk writes its times by them.
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

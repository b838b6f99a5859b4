"use client";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { updateSettings } from "#lib/actions/settings.ts";
import type { Failure } from "#lib/contract/errors.ts";
import type { MemberSettings } from "#lib/contract/types.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";

type SettingsUpdate = Partial<MemberSettings>;

/**
 * Saves the changed settings and shows a toast with the text `message` and an undo. The undo restores the previous
 * values; for a list whose changes can be undone in any order, `undo` computes the values from the current settings.
 */
export type SaveSettings = (
  change: SettingsUpdate,
  message: string,
  undo?: (now: MemberSettings) => SettingsUpdate,
) => void;

/**
 * Holds the member's settings, shows each change at once and saves changes one after the other. A change that could not
 * be saved is reverted and sets `failure`.
 */
export function useSettings(initial: MemberSettings): {
  settings: MemberSettings;
  save: SaveSettings;
  failure: Failure | null;
} {
  const router = useRouter();
  const [settings, setSettings] = useState(initial);
  const [failure, setFailure] = useState<Failure | null>(null);
  const latestSettings = useRef(initial);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const pendingCount = useRef(0);

  const show = (next: MemberSettings) => {
    latestSettings.current = next;
    setSettings(next);
  };
  // Another tab, or an undo after this page was left and opened again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only settings that the server has read again count
  useEffect(() => {
    if (pendingCount.current === 0) show(initial);
  }, [initial]);

  async function send(change: SettingsUpdate): Promise<MemberSettings | null> {
    try {
      const result = await updateSettings(change);
      setFailure(result.error ?? null);
      return result.ok ?? null;
    } catch (error) {
      setFailure(toReadFailure(error));
      return null;
    }
  }

  function apply(change: SettingsUpdate, onSaved: (before: SettingsUpdate) => void) {
    const before = pick(latestSettings.current, change);
    show({ ...latestSettings.current, ...change });
    pendingCount.current += 1;
    queue.current = queue.current.then(async () => {
      const saved = await send(change);
      pendingCount.current -= 1;
      if (!saved) return show({ ...latestSettings.current, ...before });
      if (pendingCount.current === 0) show(saved);
      onSaved(before);
      // The rest of the dashboard formats its times by these settings.
      router.refresh();
    });
  }

  const save: SaveSettings = (change, message, undo) =>
    apply(change, (before) =>
      showToast({
        message: `Saved: ${message}`,
        undo: () => apply(undo ? undo(latestSettings.current) : before, () => undefined),
      }),
    );

  return { settings, save, failure };
}

function pick(settings: MemberSettings, change: SettingsUpdate): SettingsUpdate {
  return Object.fromEntries(Object.keys(change).map((name) => [name, settings[name as keyof MemberSettings]]));
}

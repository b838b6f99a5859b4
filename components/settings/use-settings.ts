"use client";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { showToast } from "#components/ui/feedback/toast.tsx";
import type { Failure, Result } from "#lib/contract/errors.ts";
import { describeChangeSafety } from "#lib/contract/messages/change-safety.ts";
import type { MemberSettings } from "#lib/contract/types.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";

/**
 * Saves the changed settings and shows a toast with the text `message` and an undo. The undo restores the previous
 * values; for a list whose changes can be undone in any order, `undo` computes the values from the current settings.
 */
export type SaveSettings<T extends object = MemberSettings> = (
  change: Partial<T>,
  message: string,
  undo?: (now: T) => Partial<T>,
) => void;

/**
 * Holds settings of a member or an organization, shows each change at once and saves changes one after the other with
 * `update`, which gets the former values of a change too. A change that could not be saved is reverted and sets
 * `failure`.
 */
export function useSettings<T extends object>(
  initial: T,
  update: (change: Partial<T>, before: Partial<T>) => Promise<Result<T>>,
): { settings: T; save: SaveSettings<T>; failure: Failure | null } {
  const router = useRouter();
  const [settings, setSettings] = useState(initial);
  const [failure, setFailure] = useState<Failure | null>(null);
  const latestSettings = useRef(initial);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const pendingCount = useRef(0);

  const show = (next: T) => {
    latestSettings.current = next;
    setSettings(next);
  };
  // Another tab, or an undo after this page was left and opened again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only settings that the server has read again count
  useEffect(() => {
    if (pendingCount.current === 0) show(initial);
  }, [initial]);

  async function send(change: Partial<T>, before: Partial<T>): Promise<Result<T>> {
    const result = await update(change, before).catch((error: unknown) => ({ error: toReadFailure(error) }));
    setFailure(result.error ?? null);
    return result;
  }

  function apply(change: Partial<T>, onSaved: (before: Partial<T>) => void, onFailed: (error: Failure) => void) {
    const before = pick(latestSettings.current, change);
    show({ ...latestSettings.current, ...change });
    pendingCount.current += 1;
    queue.current = queue.current.then(async () => {
      const { ok: saved, error } = await send(change, before);
      pendingCount.current -= 1;
      if (!saved) {
        show({ ...latestSettings.current, ...before });
        // They were changed elsewhere: the page shows them as they are now.
        if (error?.code === "conflict") router.refresh();
        if (error) onFailed(error);
        return;
      }
      if (pendingCount.current === 0) show(saved);
      onSaved(before);
      // The rest of the dashboard formats its times by these settings.
      router.refresh();
    });
    return queue.current;
  }

  const ignore = () => undefined;
  /** The toast of an undo outlives the page and its banner, so a failed undo is told by a toast. */
  const showUndoFailed = (error: Failure) =>
    showToast({ tone: "failed", message: `${error.message} ${describeChangeSafety(error)}` });
  const save: SaveSettings<T> = (change, message, undo) =>
    apply(
      change,
      (before) =>
        showToast({
          message: `Saved: ${message}`,
          undo: () => apply(undo ? undo(latestSettings.current) : before, ignore, showUndoFailed),
        }),
      ignore,
    );

  return { settings, save, failure };
}

function pick<T extends object>(settings: T, change: Partial<T>): Partial<T> {
  const names = Object.keys(change) as (keyof T)[];
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as Partial<T>;
}

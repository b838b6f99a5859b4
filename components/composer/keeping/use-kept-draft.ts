"use client";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Draft } from "../machine/draft.ts";
import { newId } from "../machine/new-id.ts";
import { type Kept, keptName, readKept, writeKept } from "./kept-draft.ts";

/** Ms between a keystroke and the draft being kept; less than a second is lost when the browser dies. */
const keepAfterMs = 400;

/** The browser's storage, or null where it is closed to us (private windows, a full disk): writing goes on without. */
function access<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
}

/** Reads something small that was kept beside the draft. */
export const recall = (name: string): string | null => access((storage) => storage.getItem(name));
/** Keeps something small beside the draft. */
export const remember = (name: string, text: string): void => void access((storage) => storage.setItem(name, text));

/** `other-tab`: another tab wrote this draft after us; nothing is kept over it until the author has chosen. */
export type Keeping =
  | { is: "idle" }
  | { is: "kept"; atMs: number }
  | { is: "other-tab"; kept: Kept }
  | { is: "refused" };

/** Keeps a draft in this browser, for one member and one subject. */
export function useKeptDraft(memberId: string, postId: string | null) {
  const name = keptName(memberId, postId);
  const tab = useMemo(() => newId(), []);
  const [keeping, setKeeping] = useState<Keeping>({ is: "idle" });
  const next = useRef<{ draft: Draft; version: number | null } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const blocked = useRef(false);

  const flush = useCallback(() => {
    if (timer.current) clearTimeout(timer.current);
    timer.current = null;
    const pending = next.current;
    if (!pending || blocked.current) return;
    next.current = null;
    const keptAtMs = Date.now();
    const done = access((storage) => {
      storage.setItem(name, writeKept({ ...pending, keptAtMs, by: tab }));
      return true;
    });
    setKeeping(done ? { is: "kept", atMs: keptAtMs } : { is: "refused" });
  }, [name, tab]);

  const keep = useCallback(
    (draft: Draft, version: number | null) => {
      next.current = { draft, version };
      timer.current ??= setTimeout(flush, keepAfterMs);
    },
    [flush],
  );

  const forget = useCallback(() => {
    if (timer.current) clearTimeout(timer.current);
    timer.current = null;
    next.current = null;
    blocked.current = false;
    access((storage) => storage.removeItem(name));
    setKeeping({ is: "idle" });
  }, [name]);

  /** What was kept earlier; from now on this tab writes it. */
  const take = useCallback((): Kept | null => {
    const kept = readKept(recall(name));
    if (kept) access((storage) => storage.setItem(name, writeKept({ ...kept, by: tab })));
    return kept;
  }, [name, tab]);

  /** The author's choice after `other-tab`: this tab's words go over the other's. */
  const insist = useCallback(() => {
    blocked.current = false;
    flush();
  }, [flush]);

  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key !== name) return;
      const kept = readKept(event.newValue);
      if (!kept || kept.by === tab) return;
      blocked.current = true;
      setKeeping({ is: "other-tab", kept });
    };
    const onHide = () => flush();
    addEventListener("storage", onStorage);
    addEventListener("pagehide", onHide);
    document.addEventListener("visibilitychange", onHide);
    return () => {
      removeEventListener("storage", onStorage);
      removeEventListener("pagehide", onHide);
      document.removeEventListener("visibilitychange", onHide);
      flush();
    };
  }, [name, tab, flush]);

  return { keeping, keep, flush, forget, take, insist };
}

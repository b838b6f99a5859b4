"use client";
import { type FocusEvent, useEffect, useState, useSyncExternalStore } from "react";
import { AlertMark } from "./alert-mark.tsx";
import { isEditing } from "./is-editing.tsx";
import { join } from "./join.tsx";
import { Kbd } from "./kbd.tsx";
import { makeToastStore, type Toast } from "./toast-store.ts";

const store = makeToastStore();
const none: readonly Toast[] = [];

/** Shows a toast for 10 s, with Undo if `undo` is given; `onGone` runs if it goes without having been undone. */
export const showToast = store.show;

/** Takes a toast away before its time, as one that a newer one speaks for. */
export const dismissToast = store.dismiss;

/** Where toasts appear; stands once, in the shell. Ctrl/⌘ Z undoes the newest. */
export function Toasts() {
  const toasts = useSyncExternalStore(store.listen, store.read, () => none);
  const newestId = toasts.findLast((toast) => toast.undo)?.id;

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      // In a text, Ctrl Z belongs to the text; a page may have an undo of its own, which went before.
      if (!event.defaultPrevented && !isEditing(event.target) && store.undoNewest()) event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  return (
    <section
      aria-label="Just now"
      className="pointer-events-none fixed inset-x-4 bottom-[calc(var(--bottom-bar)+var(--foot-bar)+20px)] sm:left-[84px] lg:left-[244px] z-40 grid justify-items-center gap-2"
    >
      <ol aria-live="polite" className="contents">
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} newest={toast.id === newestId} />
        ))}
      </ol>
    </section>
  );
}

/** `newest`: the keys would undo this one. */
function ToastItem({ toast, newest }: { toast: Toast; newest: boolean }) {
  const [held, setHeld] = useState(false);
  const { id, stayMs, endsAtMs, countDown = false } = toast;
  const waits = held && !countDown;

  useEffect(() => {
    if (waits) return;
    const timer = setTimeout(() => store.dismiss(id), countDown ? endsAtMs - Date.now() : stayMs);
    return () => clearTimeout(timer);
  }, [waits, id, stayMs, endsAtMs, countDown]);

  return (
    <li
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={(event: FocusEvent<HTMLLIElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setHeld(false);
      }}
      className={join(
        "pointer-events-auto flex max-w-full animate-appear items-center gap-3 rounded-card bg-inverse py-2 pr-2 pl-4 text-14 text-on-inverse shadow-float",
        toast.act && "max-sm:flex-wrap max-sm:gap-y-0",
      )}
    >
      {toast.tone === "failed" ? <AlertMark className="size-4" /> : null}
      <span className={join("min-w-0 py-1", toast.act && "max-sm:basis-full")}>
        {toast.message}
        {countDown ? <SecondsLeft endsAtMs={endsAtMs} /> : null}
        {toast.links?.map(({ label, href }) => (
          <a key={href} href={href} target="_blank" rel="noreferrer" className="ml-2 font-semibold underline">
            {label}
          </a>
        ))}
      </span>
      {toast.act ? (
        <button
          type="button"
          onClick={toast.act.run}
          className="-ml-2 inline-flex h-8 shrink-0 items-center rounded-chip px-2 font-semibold underline outline-current max-sm:mr-auto pointer-coarse:h-11"
        >
          {toast.act.label}
        </button>
      ) : null}
      {toast.undo ? (
        <button
          type="button"
          {...(newest && { "aria-keyshortcuts": "Control+Z Meta+Z" })}
          onClick={() => store.undo(toast.id)}
          className="inline-flex h-8 shrink-0 items-center gap-2 rounded-chip bg-inverse-2 px-3 font-semibold outline-current pointer-coarse:h-11"
        >
          Undo
          {newest ? <Kbd keys="mod+z" on="inverse" /> : null}
        </button>
      ) : null}
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => store.dismiss(toast.id)}
        className="grid size-8 place-items-center rounded-chip outline-current pointer-coarse:size-11"
      >
        <span className="text-17 leading-none">×</span>
      </button>
    </li>
  );
}

/** The seconds left, for the eye; a screen reader is told once how many there are, not each one that goes. */
function SecondsLeft({ endsAtMs }: { endsAtMs: number }) {
  const left = () => Math.max(0, Math.ceil((endsAtMs - Date.now()) / 1000));
  const [first] = useState(left);
  const [seconds, setSeconds] = useState(left);

  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.max(0, Math.ceil((endsAtMs - Date.now()) / 1000))), 200);
    return () => clearInterval(timer);
  }, [endsAtMs]);

  return (
    <>
      <span className="sr-only"> in {first} seconds</span>
      <span aria-hidden="true">
        {" "}
        in <span className="font-mono tabular-nums">{seconds}</span> s
      </span>
    </>
  );
}

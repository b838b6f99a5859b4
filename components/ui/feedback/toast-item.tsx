"use client";
import { usePathname } from "next/navigation";
import { type FocusEvent, useEffect, useRef, useState } from "react";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { Kbd } from "#components/ui/keyboard/kbd.tsx";
import { ExclamationIcon } from "./exclamation-icon.tsx";
import type { Toast } from "./toast-store.ts";

/** Ms before a navigation in which a toast belongs to the next page: "Saved", then the list. */
const broughtAlongMs = 4_000;

type ToastItemProps = {
  toast: Toast;
  /** True when the undo shortcut would undo this toast. */
  newest: boolean;
  onDismiss: () => void;
  onUndo: () => void;
};

/** One toast: message, actions and remaining time. */
export function ToastItem({ toast, newest, onDismiss, onUndo }: ToastItemProps) {
  const [held, setHeld] = useState(false);
  const { stayMs, endsAtMs, countDown = false } = toast;
  const dismiss = useRef(onDismiss);
  dismiss.current = onDismiss;
  const waits = held && !countDown;
  const path = usePathname();
  const ownPath = useRef(path);
  const isPlain = toast.tone === "plain" && !toast.undo && !toast.act && !toast.links;

  // A toast without an action is about the page that the person has left.
  useEffect(() => {
    if (path === ownPath.current) return;
    ownPath.current = path;
    if (toast.isOfText) dismiss.current();
    else if (isPlain && Date.now() - (endsAtMs - stayMs) > broughtAlongMs) dismiss.current();
  }, [path, isPlain, toast.isOfText, endsAtMs, stayMs]);

  useEffect(() => {
    if (!toast.isOfText) return;
    const end = () => dismiss.current();
    // The command palette, a checkbox or a number leave the text as it is.
    const onInput = ({ target }: Event) => target instanceof HTMLTextAreaElement && end();
    // Undo and redo change the text without an input event. The toast's own undo runs first.
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key)) setTimeout(end);
    };
    document.addEventListener("input", onInput);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("input", onInput);
      document.removeEventListener("keydown", onKey);
    };
  }, [toast.isOfText]);

  useEffect(() => {
    if (waits) return;
    const timer = setTimeout(() => dismiss.current(), countDown ? endsAtMs - Date.now() : stayMs);
    return () => clearTimeout(timer);
  }, [waits, stayMs, endsAtMs, countDown]);

  return (
    <li
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={(event: FocusEvent<HTMLLIElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setHeld(false);
      }}
      className={joinClassNames(
        "pointer-events-auto flex max-w-full animate-appear items-center gap-3 rounded-card bg-inverse py-2 pr-2 pl-4 text-14 text-on-inverse shadow-float",
        toast.act && "max-sm:flex-wrap max-sm:gap-y-0",
      )}
    >
      {toast.tone === "failed" ? <ExclamationIcon className="size-4" /> : null}
      <span className={joinClassNames("min-w-0 py-1", toast.act && "max-sm:w-full")}>
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
          onClick={onUndo}
          className="inline-flex h-8 shrink-0 items-center gap-2 rounded-chip bg-inverse-2 px-3 font-semibold outline-current pointer-coarse:h-11"
        >
          Undo
          {newest ? <Kbd keys="mod+z" on="inverse" /> : null}
        </button>
      ) : null}
      <button
        type="button"
        aria-label="Dismiss"
        onClick={onDismiss}
        className="grid size-8 place-items-center rounded-chip outline-current pointer-coarse:size-11"
      >
        <span className="text-17 leading-none">×</span>
      </button>
    </li>
  );
}

/** Shows the remaining seconds; screen readers announce the number once and not every second. */
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

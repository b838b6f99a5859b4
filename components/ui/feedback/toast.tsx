"use client";
import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { isEditableTarget } from "#components/ui/keyboard/is-editable-target.tsx";
import { createToastStore, type Toast } from "./toast-store.ts";

const store = createToastStore();
const none: readonly Toast[] = [];

/** Loads the component of a toast. Called at the page's first press as well: the first action may end without a network. */
export const loadToast = () => import("./toast-item.tsx");
const ToastItem = lazy(() =>
  loadToast().then(
    (file) => ({ default: file.ToastItem }),
    () => ({ default: PlainToast }),
  ),
);

/** Shows a toast for 10 s, with Undo if `undo` is given; `onGone` runs if the toast disappears without an undo. */
export const showToast = store.show;

/** Removes a toast early, for example when a newer toast replaces it. */
export const dismissToast = store.dismiss;

/** Lets Ctrl/⌘ Z undo nothing else until an undo without a toast ends. */
export const trackUndo = store.trackUndo;

/** Undoes what the newest toast with an undo is about, unless an undo is running; false without either. */
export const undoNewestToast = () => store.undoNewest();

/** Shows the toasts; used once, in the shell. Ctrl/⌘ Z undoes the newest. */
export function Toaster() {
  const toasts = useSyncExternalStore(store.subscribe, store.get, () => none);
  const newestId = toasts.findLast((toast) => toast.undo)?.id;

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      // A key held down is one press. In a text field, Ctrl Z belongs to the text; a page's own undo runs before this
      // handler.
      if (!event.repeat && !event.defaultPrevented && !isEditableTarget(event.target) && undoNewestToast())
        event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  return (
    <section aria-label="Just now" className="toasts">
      <ol aria-live="polite" className="contents">
        {toasts.map((toast) => (
          <Suspense key={toast.id}>
            <ToastItem
              toast={toast}
              newest={toast.id === newestId}
              onDismiss={() => store.dismiss(toast.id)}
              onUndo={() => store.undo(toast.id)}
            />
          </Suspense>
        ))}
      </ol>
    </section>
  );
}

/**
 * Shows the message only, for when the full toast component can't be loaded: load failures appear in a toast too.
 * Ctrl/⌘ Z still undoes.
 */
function PlainToast({ toast, onDismiss }: { toast: Toast; onDismiss: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer runs once
  useEffect(() => {
    const timer = setTimeout(onDismiss, toast.stayMs);
    return () => clearTimeout(timer);
  }, []);
  return <li className="rounded-card bg-inverse px-4 py-3 text-14 text-on-inverse shadow-float">{toast.message}</li>;
}

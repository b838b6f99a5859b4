"use client";
import { undoNewestToast } from "#components/ui/feedback/toast.tsx";
import { useShortcuts } from "#components/ui/keyboard/use-shortcuts.tsx";
import type { ReviewStore } from "./review-store.ts";

type ReviewShortcutsOptions = {
  store: ReviewStore;
  /** Saved reasons, on the keys 1 to 9 while the reject form is open. */
  reasons: readonly string[];
  may: { decide: boolean; undo: boolean; simulate: boolean };
  onSimulate: () => void;
};

/** Binds the shortcuts of the review. Each acts on the newest state, so that no key press is too fast. */
export function useReviewShortcuts({ store, reasons, may, onSimulate }: ReviewShortcutsOptions): void {
  const { dispatch } = store;
  /** While a decision form is open, letters typed for a reason must not trigger decisions. */
  const isFormOpen = () => store.get().mode !== "look";
  const unlessFormOpen = (run: () => void) => () => (isFormOpen() ? false : run());
  const hasUndo = () => store.get().completed.length > 0 || store.get().queue.some(({ type }) => type === "decide");
  const undo = (): false | undefined => {
    if (!may.undo || !hasUndo()) return false;
    dispatch({ type: "undo" });
    return undefined;
  };

  useShortcuts("Review", [
    { keys: "j", label: "Next claim", run: () => dispatch({ type: "move", by: 1 }) },
    { keys: "k", label: "Previous claim", run: () => dispatch({ type: "move", by: -1 }) },
    ...(may.decide
      ? [
          {
            keys: "a",
            label: "Approve",
            run: unlessFormOpen(() => dispatch({ type: "decide", decision: { action: "approve" } })),
          },
          {
            keys: "e",
            label: "Adjust, then Enter",
            run: unlessFormOpen(() => dispatch({ type: "mode", mode: "adjust" })),
          },
          {
            keys: "r",
            label: "Reject, with a reason",
            run: unlessFormOpen(() => dispatch({ type: "mode", mode: "reject" })),
          },
          {
            keys: "shift+a",
            label: "Approve selected",
            run: unlessFormOpen(() => dispatch({ type: "approve_chosen" })),
          },
        ]
      : []),
    ...(may.undo
      ? [
          { keys: "u", label: "Undo the last decision", run: unlessFormOpen(undo) },
          // A toast that names the key comes first: it may be about another change than a decision.
          { keys: "mod+z", label: "Undo the last decision", run: () => (undoNewestToast() ? undefined : undo()) },
        ]
      : []),
    { keys: "x", label: "Select", run: unlessFormOpen(() => dispatch({ type: "choose" })) },
    {
      keys: "shift+x",
      label: "Select range",
      run: unlessFormOpen(() => dispatch({ type: "choose", extend: true })),
    },
    ...(may.simulate ? [{ keys: "w", label: "Preview approving selected", run: unlessFormOpen(onSimulate) }] : []),
    {
      keys: "esc",
      label: "Clear selection",
      run: () => dispatch(isFormOpen() ? { type: "mode", mode: "look" } : { type: "clear" }),
    },
  ]);
  useShortcuts("Reject with reason", [
    ...reasons.slice(0, 9).map((reason, at) => ({
      keys: String(at + 1),
      label: reason,
      run: (): false | undefined => {
        if (store.get().mode !== "reject") return false;
        dispatch({ type: "decide", decision: { action: "reject", reason } });
        return undefined;
      },
    })),
    {
      keys: "w",
      label: "Other reason",
      run: (): false | undefined => {
        if (store.get().mode !== "reject") return false;
        document.querySelector<HTMLInputElement>("[data-own-reason]")?.focus();
        return undefined;
      },
    },
  ]);
}

import { createStore } from "#components/ui/create-store.ts";

export type Toast = {
  id: number;
  message: string;
  tone: "plain" | "failed";
  /** Ms before the toast disappears; 10 s by default. */
  stayMs: number;
  /** The time at which the toast disappears unless it is paused, ms since 1970. */
  endsAtMs: number;
  /** The announced action runs at the end of the time: the toast shows the remaining seconds and does not pause. */
  countDown?: boolean;
  /** Links to the affected items. */
  links?: readonly { label: string; href: string }[];
  /** Another action; the toast stays. */
  act?: { label: string; run: () => void };
  /**
   * Undoes the change. The promise ends with the undo; null if the undo ended at once. Without a promise Ctrl/⌘ Z would
   * take an older change on a second press.
   */
  undo?: () => Promise<unknown> | null;
  /** The toast is about the text in view: it ends with the next change of the text and with the page. */
  isOfText?: boolean;
  /** A newer toast of the same kind replaces this one. */
  kind?: string;
  /** Called once if the toast disappears without an undo; deferred work may then become final. */
  onGone?: () => void;
};

export type NewToast = Omit<Toast, "id" | "tone" | "stayMs" | "endsAtMs"> & Partial<Pick<Toast, "tone" | "stayMs">>;

/** Ms a toast stays; the time pauses while the toast is hovered or has the focus. */
export const toastDurationMs = 10_000;

/** Ms after which an undo without an answer no longer holds Ctrl/⌘ Z back. */
export const undoWaitMs = 30_000;

/** Ms after which a running undo is shown: most undos end earlier. */
export const undoQuietMs = 1_000;

// The oldest toast goes first: more than three would hide the page.
const most = 3;

/** Creates the store of visible toasts, newest last, for `useSyncExternalStore`. */
export function createToastStore() {
  const { get, set, subscribe } = createStore<readonly Toast[]>([]);
  let nextId = 1;
  const runningUndos = new Set<Promise<unknown>>();

  function take(id: number): Toast | undefined {
    const toast = get().find((candidate) => candidate.id === id);
    if (toast) set(get().filter((candidate) => candidate !== toast));
    return toast;
  }

  function dismiss(id: number) {
    take(id)?.onGone?.();
  }

  function show(toast: NewToast): number {
    const id = nextId++;
    const stayMs = toast.stayMs ?? toastDurationMs;
    const older = toast.kind === undefined ? [] : get().filter((one) => one.kind === toast.kind);
    set([...get(), { tone: "plain", ...toast, id, stayMs, endsAtMs: Date.now() + stayMs }]);
    for (const old of [...older, ...get().slice(0, -most)]) dismiss(old.id);
    return id;
  }

  /**
   * Until this undo ends or fails, for 30 s at most, `undoNewest` undoes nothing else. After a second a toast says that
   * the undo runs.
   */
  function trackUndo(running: Promise<unknown>): void {
    let toastId = 0;
    const end = () => {
      clearTimeout(quiet);
      clearTimeout(timer);
      dismiss(toastId);
      runningUndos.delete(running);
    };
    runningUndos.add(running);
    const quiet = setTimeout(() => {
      toastId = show({ message: "Undoing…", stayMs: undoWaitMs });
    }, undoQuietMs);
    const timer = setTimeout(end, undoWaitMs);
    void running.then(end, end);
  }

  return {
    get,
    subscribe,
    show,
    dismiss,
    trackUndo,
    /** Removes the toast and runs its undo; false if the toast is gone. */
    undo(id: number): boolean {
      const toast = take(id);
      const running = toast?.undo?.() ?? null;
      if (running !== null) trackUndo(running);
      return toast?.undo !== undefined;
    },
    /** Runs the newest undo, or waits for a running one; false if there is none. */
    undoNewest(): boolean {
      // A second press before the answer means the same change, not an older one.
      if (runningUndos.size > 0) return true;
      const newest = get().findLast((toast) => toast.undo);
      return newest ? this.undo(newest.id) : false;
    },
  };
}

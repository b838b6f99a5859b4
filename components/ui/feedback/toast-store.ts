export type Toast = {
  id: number;
  message: string;
  tone: "plain" | "failed";
  /** Ms it stays; 10 s if left out. */
  stayMs: number;
  /** The instant its time is over if nothing holds it, ms since 1970. */
  endsAtMs: number;
  /** What is announced happens when its time is over: the seconds left are shown, and nothing holds it up. */
  countDown?: boolean;
  /** Where to look. */
  links?: readonly { label: string; href: string }[];
  /** One more thing that can be done about it; the toast stays. */
  act?: { label: string; run: () => void };
  undo?: () => void;
  /** Called once if it goes without having been undone; what waited for that may now be done for good. */
  onGone?: () => void;
};

export type NewToast = Omit<Toast, "id" | "tone" | "stayMs" | "endsAtMs"> & Partial<Pick<Toast, "tone" | "stayMs">>;

/** Ms a toast stays; the clock stops while it is pointed at or holds the focus. */
export const toastDurationMs = 10_000;

// Older ones make room: more than three hide the page they speak of.
const most = 3;

type Listener = () => void;

/** The toasts in view, newest last, as an external store that React can read. */
export function createToastStore() {
  let toasts: readonly Toast[] = [];
  let nextId = 1;
  const listeners = new Set<Listener>();

  function set(next: readonly Toast[]) {
    toasts = next;
    for (const listener of listeners) listener();
  }

  function take(id: number): Toast | undefined {
    const toast = toasts.find((candidate) => candidate.id === id);
    if (toast) set(toasts.filter((candidate) => candidate !== toast));
    return toast;
  }

  function dismiss(id: number) {
    take(id)?.onGone?.();
  }

  return {
    read: () => toasts,
    listen(listener: Listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    show(toast: NewToast): number {
      const id = nextId++;
      const stayMs = toast.stayMs ?? toastDurationMs;
      set([...toasts, { tone: "plain", ...toast, id, stayMs, endsAtMs: Date.now() + stayMs }]);
      for (const old of toasts.slice(0, -most)) dismiss(old.id);
      return id;
    },
    dismiss,
    /** Takes the toast away and undoes; false if it has gone already. */
    undo(id: number): boolean {
      const toast = take(id);
      toast?.undo?.();
      return toast?.undo !== undefined;
    },
    /** Undoes the newest thing that can be; false if there is none. */
    undoNewest(): boolean {
      const newest = toasts.findLast((toast) => toast.undo);
      return newest ? this.undo(newest.id) : false;
    },
  };
}

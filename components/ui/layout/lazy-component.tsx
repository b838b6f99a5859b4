"use client";
import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";

const missing = "This part couldn't be loaded. Nothing was changed. Check your network and try again.";

/** Reports in a toast that the code of an action or overlay couldn't be loaded. */
export const reportLoadFailure = () => showToast({ tone: "failed", message: missing });

/**
 * Creates a component whose code loads on its first render. When loading fails, the page stays: an overlay closes
 * itself by its `onClose`, a toast says why, and the next press tries again; a component without `onClose` shows the
 * failure in its place, with a button. Needs a Suspense around it, like `lazy`.
 *
 * An overlay takes the page's keys from the press that opens it: Ctrl Enter must not publish while its code loads, and
 * Escape closes it.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  // React caches a rejection for ever, while a failure component can retry.
  const create = () =>
    lazy<ComponentType<object>>(() =>
      (load as unknown as () => Promise<ComponentType<object>>)().then(
        (part) => ({ default: part }),
        () => ({ default: LoadFailure }),
      ),
    );
  /** Replaced after a failed load so that the next render tries again. */
  let latest = create();

  // biome-ignore lint/correctness/noComponentHookFactories: runs once for each lazy component, at module level
  function LoadFailure(props: OverlayProps) {
    const [Part, setPart] = useState<typeof latest | null>(null);
    const [text, setText] = useState("");
    const { onClose } = props;
    // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount
    useEffect(() => {
      latest = create();
      // The text follows the mount: screen readers ignore a live region that is added together with its text.
      if (!onClose) return setText(missing);
      reportLoadFailure();
      onClose();
    }, []);
    if (Part) return <Part {...props} />;
    if (onClose) return null;
    return (
      <div role="status" className="flex flex-wrap items-center gap-3 p-3 text-14 text-ink-2">
        {text}
        <Button size="small" onClick={() => setPart(latest)}>
          Try again
        </Button>
      </div>
    );
  }

  return (props) => {
    const [Part] = useState(() => latest);
    const part = <Part {...props} />;
    const { onClose } = props as OverlayProps;
    return onClose ? <Suspense fallback={<PendingOverlay onClose={onClose} />}>{part}</Suspense> : part;
  };
}

type OverlayProps = { onClose?: () => void };

/** Takes the page's keys in place of an overlay whose code loads. */
export function PendingOverlay({ onClose }: { onClose: () => void }) {
  return <i data-overlay hidden ref={() => onEscape(onClose)} />;
}

/** Calls `run` on Escape, before a dialog below, which stays open. Returns a function that ends this. */
function onEscape(run: () => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    run();
  };
  addEventListener("keydown", onKey, true);
  return () => removeEventListener("keydown", onKey, true);
}

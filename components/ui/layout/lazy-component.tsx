"use client";
import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useEffect, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";

type LazySource = {
  load: () => Promise<ComponentType<object>>;
  /** The lazy component; replaced after a failed load so that the next render tries again. */
  latest: LazyExoticComponent<ComponentType<object>>;
};

const missing = "This part couldn't be loaded. Nothing was changed. Check your network and try again.";

/**
 * Creates a component whose code loads on its first render. When loading fails, the page stays: an overlay closes
 * itself by its `onClose`, a toast says why, and the next press tries again; a component without `onClose` shows the
 * failure in its place, with a button. Needs a Suspense around it, like `lazy`.
 *
 * An overlay takes the page's keys from the press that opens it: Ctrl Enter must not publish while its code loads, and
 * Escape closes it.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const source = { load } as unknown as LazySource;
  source.latest = createLazy(source);
  return (props) => {
    const [Part] = useState(() => source.latest);
    const part = <Part {...props} />;
    const { onClose } = props as OverlayProps;
    return onClose ? <Suspense fallback={<LoadingOverlay onClose={onClose} />}>{part}</Suspense> : part;
  };
}

type OverlayProps = { onClose?: () => void };

function LoadingOverlay({ onClose }: Required<OverlayProps>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // A dialog below stays open.
      event.stopPropagation();
      onClose();
    };
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, [onClose]);
  return <i data-overlay hidden />;
}

/**
 * Creates a lazy component that resolves to `LoadFailure` on failure: React caches a rejection for ever, while a
 * failure component can retry.
 */
function createLazy(source: LazySource): LazySource["latest"] {
  return lazy(() =>
    source.load().then(
      (part) => ({ default: part }),
      () => ({ default: (props: object) => <LoadFailure source={source} given={props} /> }),
    ),
  );
}

function LoadFailure({ source, given }: { source: LazySource; given: OverlayProps }) {
  const [Part, setPart] = useState<LazySource["latest"] | null>(null);
  const [text, setText] = useState("");
  const { onClose } = given;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount
  useEffect(() => {
    source.latest = createLazy(source);
    // The text follows the mount: screen readers ignore a live region that is added together with its text.
    if (!onClose) return setText(missing);
    showToast({ tone: "failed", message: missing });
    onClose();
  }, []);
  if (Part) return <Part {...given} />;
  if (onClose) return null;
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 p-3 text-14 text-ink-2">
      {text}
      <Button size="small" onClick={() => setPart(source.latest)}>
        Try again
      </Button>
    </div>
  );
}

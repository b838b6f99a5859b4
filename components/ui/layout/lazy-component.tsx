"use client";
import {
  type ComponentType,
  createContext,
  type LazyExoticComponent,
  lazy,
  Suspense,
  useContext,
  useEffect,
  useState,
} from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";

type LazySource = {
  load: () => Promise<ComponentType<object>>;
  /** The lazy component; replaced after a failed load so that the next render tries again. */
  latest: LazyExoticComponent<ComponentType<object>>;
};
type RetryContext = { renew: () => void; again: () => void };

const none = () => undefined;
const RetryContext = createContext<RetryContext>({ renew: none, again: none });

const missing = "This part couldn't be loaded. Nothing was changed. Check your network and try again.";

/**
 * Creates a component whose code loads on its first render. When loading fails, the page stays: an overlay closes
 * itself by its `onClose`, a toast says why, and the next press tries again; a component without `onClose` shows the
 * failure in its place, with a button. Needs a Suspense around it, like `lazy`.
 *
 * An overlay takes the page's keys from the press that opens it: Ctrl Enter must not publish while its code loads.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const untyped = load as unknown as LazySource["load"];
  const source: LazySource = { load: untyped, latest: createLazy(untyped) };
  return (props) => <LazyComponent source={source} given={props} />;
}

/**
 * Creates a lazy component that resolves to `LoadFailure` on failure: React caches a rejection for ever, while a
 * failure component can retry.
 */
function createLazy(load: LazySource["load"]): LazySource["latest"] {
  return lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: LoadFailure }),
    ),
  );
}

function LazyComponent({ source, given }: { source: LazySource; given: object }) {
  const [Part, setPart] = useState(() => source.latest);
  const [around] = useState<RetryContext>(() => ({
    renew: () => {
      source.latest = createLazy(source.load);
    },
    again: () => setPart(() => source.latest),
  }));
  const part = <Part {...given} />;
  return (
    <RetryContext value={around}>
      {"onClose" in given ? <Suspense fallback={<i data-overlay hidden />}>{part}</Suspense> : part}
    </RetryContext>
  );
}

function LoadFailure({ onClose }: { onClose?: () => void }) {
  const { renew, again } = useContext(RetryContext);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount
  useEffect(() => {
    renew();
    if (!onClose) return;
    showToast({ tone: "failed", message: missing });
    onClose();
  }, []);
  return onClose ? null : <InlineLoadFailure onAgain={again} />;
}

function InlineLoadFailure({ onAgain }: { onAgain: () => void }) {
  const [words, setWords] = useState("");
  // The text follows the mount: screen readers ignore a live region that is added together with its text.
  useEffect(() => setWords(missing), []);
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 p-3 text-14 text-ink-2">
      {words}
      <Button size="small" onClick={onAgain}>
        Try again
      </Button>
    </div>
  );
}

"use client";
import {
  type ComponentType,
  createContext,
  type LazyExoticComponent,
  lazy,
  useContext,
  useEffect,
  useState,
} from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";

type Source = {
  load: () => Promise<ComponentType<object>>;
  /** Asked for once more after it could not be loaded. */
  latest: LazyExoticComponent<ComponentType<object>>;
};
type Around = { renew: () => void; again: () => void };

const none = () => undefined;
const Around = createContext<Around>({ renew: none, again: none });

const missing = "This part could not be loaded. Nothing was changed. Check your network and try again.";

/**
 * A part whose code comes with its first drawing. Where that can't be loaded the page stays: what was opened is closed
 * again by its `onClose`, a toast says why, and the next press asks anew; a part without one says it in its place, with a
 * button. Needs a Suspense around it, as `lazy` does.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const untyped = load as unknown as Source["load"];
  const source: Source = { load: untyped, latest: ask(untyped) };
  return (props) => <Later source={source} given={props} />;
}

/** React keeps a rejection for ever; what came of it instead can be asked for anew. */
function ask(load: Source["load"]): Source["latest"] {
  return lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: Missing }),
    ),
  );
}

function Later({ source, given }: { source: Source; given: object }) {
  const [Part, setPart] = useState(() => source.latest);
  const [around] = useState<Around>(() => ({
    renew: () => {
      source.latest = ask(source.load);
    },
    again: () => setPart(() => source.latest),
  }));
  return (
    <Around value={around}>
      <Part {...given} />
    </Around>
  );
}

function Missing({ onClose }: { onClose?: () => void }) {
  const { renew, again } = useContext(Around);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it comes
  useEffect(() => {
    renew();
    if (!onClose) return;
    showToast({ tone: "failed", message: missing });
    onClose();
  }, []);
  return onClose ? null : <InItsPlace onAgain={again} />;
}

function InItsPlace({ onAgain }: { onAgain: () => void }) {
  const [words, setWords] = useState("");
  // Said after it stands: a region that comes with its words is not heard.
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

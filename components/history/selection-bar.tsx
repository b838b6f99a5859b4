import { RefreshCw, Trash2 } from "lucide-react";
import { Button } from "#components/ui/button";
import { FootBar } from "#components/ui/foot-bar";

type SelectionBarProps = {
  selected: number;
  total: number;
  /** How many of the selected can be sent again. */
  retryable: number;
  /** How many of the selected can be deleted: one that is being sent can't. */
  removable: number;
  pending: "retry" | "remove" | null;
  onRetry: () => void;
  onRemove: () => void;
  onClear: () => void;
};

/** What can be done with the selected posts; floats above the foot of the list while something is selected. */
export function SelectionBar(props: SelectionBarProps) {
  const { selected, total, retryable, removable, pending, onRetry, onRemove, onClear } = props;
  return (
    <FootBar label="Selected posts" floating>
      <p role="status" className="mr-auto px-2.5 text-14 sm:min-w-[240px]">
        <strong className="font-semibold">{selected} selected</strong>{" "}
        <span className="text-13 text-ink-3">of {total.toLocaleString("en-GB")}</span>
        {removable < selected ? (
          <span className="block text-13 text-publishing">
            {selected - removable} on {selected - removable === 1 ? "its" : "their"} way: stays here until it is out
          </span>
        ) : null}
      </p>
      {retryable > 0 ? (
        <Button icon={<RefreshCw className="size-4" />} pending={pending === "retry"} onClick={onRetry}>
          Retry {retryable}
        </Button>
      ) : null}
      <Button
        variant="danger"
        icon={<Trash2 className="size-4" />}
        pending={pending === "remove"}
        disabled={removable === 0}
        onClick={onRemove}
      >
        Delete {removable}
      </Button>
      <Button variant="quiet" keys="esc" aria-keyshortcuts="Escape" onClick={onClear}>
        Clear
      </Button>
    </FootBar>
  );
}

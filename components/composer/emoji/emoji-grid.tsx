import { type KeyboardEvent, memo, type RefObject } from "react";

/** Emoji per row: as many as fit into a phone's sheet at 44 px each. */
const columns = 7;
/** Six rows and a part of the seventh, which shows that there are more, px. */
const heightPx = 236;

type GridEmoji = { emoji: string; name: string };

type EmojiGridProps = {
  ref: RefObject<HTMLDivElement | null>;
  id: string;
  label: string;
  emojis: readonly GridEmoji[];
  onTake: (emoji: string) => void;
  /** Called on Arrow Up in the first row, or on a letter: the focus returns to the search field. */
  onLeave: () => void;
};

const arrowSteps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -columns,
  ArrowDown: columns,
  PageUp: -columns * 5,
  PageDown: columns * 5,
};

/** A grid of emoji: arrow keys move the focus, Enter chooses. */
export function EmojiGrid({ ref, id, label, emojis, onTake, onLeave }: EmojiGridProps) {
  function press(event: KeyboardEvent<HTMLDivElement>) {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key.length === 1 && key !== " ") return onLeave();
    const cells: (Element | null)[] = [...event.currentTarget.querySelectorAll("button")];
    const at = cells.indexOf(document.activeElement);
    const inRow = at % columns;
    const by = key === "Home" ? -inRow : key === "End" ? columns - 1 - inRow : arrowSteps[key];
    if (at === -1 || by === undefined) return;
    event.preventDefault();
    if (key === "ArrowUp" && at < columns) return onLeave();
    // Down moves into a shorter last row too, and no arrow leaves the grid's ends.
    const isLastRow = Math.floor(at / columns) === Math.floor((cells.length - 1) / columns);
    if (key === "ArrowDown" && isLastRow) return;
    const next = cells[Math.max(0, Math.min(cells.length - 1, at + by))];
    if (next instanceof HTMLElement) next.focus();
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table would be announced as data; these are choices in rows
    <div
      ref={ref}
      id={id}
      role="grid"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={press}
      style={{ height: heightPx }}
      className="overflow-y-auto outline-none"
    >
      {emojis.length === 0 ? (
        <p className="p-3 text-14 text-ink-3">No emoji found.</p>
      ) : (
        <div className="mx-auto w-fit">
          <Rows emojis={emojis} onTake={onTake} />
        </div>
      )}
    </div>
  );
}

const Rows = memo(function Rows({ emojis, onTake }: Pick<EmojiGridProps, "emojis" | "onTake">) {
  const rows = Array.from({ length: Math.ceil(emojis.length / columns) }, (_, at) =>
    emojis.slice(at * columns, (at + 1) * columns),
  );
  return rows.map((row, rowAt) => (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive lint/suspicious/noArrayIndexKey: see above; the cells take the focus
    <div key={rowAt} role="row" className="flex">
      {row.map(({ emoji, name }, at) => (
        // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the button inside takes the focus
        <span key={emoji} role="gridcell">
          <button
            type="button"
            aria-label={name}
            title={name}
            // The grid is one Tab stop; arrow keys move within it.
            tabIndex={rowAt + at === 0 ? 0 : -1}
            onClick={() => onTake(emoji)}
            className="grid size-9 place-items-center rounded-chip text-20 outline-offset-0 hover:bg-sunk pointer-coarse:size-11"
          >
            {emoji}
          </button>
        </span>
      ))}
    </div>
  ));
});

import { type KeyboardEvent, useEffect, useRef } from "react";
import { isImeComposing } from "#components/ui/keyboard/is-ime-composing.tsx";
import { moveFocusInList } from "#components/ui/keyboard/use-list-shortcuts.tsx";
import { SearchField } from "./search-field.tsx";

type SearchableListProps = {
  searchLabel: string;
  search: { text: string; onTextChange: (text: string) => void };
  options: readonly { id: string; name: string }[];
  /** False when the search finds no option. */
  hasResults: boolean;
  value: string;
  onChoose: (id: string) => void;
};

/** A search and its results. The arrow keys move between them. */
export function SearchableList({ searchLabel, search, options, hasResults, value, onChoose }: SearchableListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.querySelector("input")?.focus(), []);

  function onKeyDown(event: KeyboardEvent) {
    if (isImeComposing(event.nativeEvent) || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    event.preventDefault();
    moveFocusInList(list.current, "input, button", event.key === "ArrowDown" ? 1 : -1);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys only move the focus between its controls
    <div ref={list} className="grid gap-2" onKeyDown={onKeyDown}>
      <SearchField label={searchLabel} text={search.text} onTextChange={search.onTextChange} />
      <div className="grid max-h-72 gap-0.5 overflow-y-auto">
        {options.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            aria-pressed={id === value}
            className="min-h-9 rounded-control px-2 text-left text-14 wrap-anywhere -outline-offset-2 hover:bg-sunk aria-pressed:font-semibold pointer-coarse:min-h-11"
            onClick={() => onChoose(id)}
          >
            {name}
          </button>
        ))}
      </div>
      <p role="status" className="text-13 text-ink-3 empty:hidden">
        {search.text.trim() !== "" && !hasResults ? "No results." : ""}
      </p>
    </div>
  );
}

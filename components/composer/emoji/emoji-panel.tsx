"use client";
import { type KeyboardEvent, memo, type RefObject, useEffect, useId, useMemo, useRef, useState } from "react";
import { getLocalItem, setLocalItem } from "#components/composer/browser-storage.ts";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { isImeComposing } from "#components/ui/keyboard/is-ime-composing.tsx";
import { applySkinTone, type Emoji, emojiGroups, findEmoji, getEmojiName, skinTones } from "./emoji-list.ts";
import { addRecentEmoji, parseRecentEmoji, recentEmojiKey, skinToneKey } from "./recent-emoji.ts";

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
  onPick: (emoji: string) => void;
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
function EmojiGrid({ ref, id, label, emojis, onPick, onLeave }: EmojiGridProps) {
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
          <Rows emojis={emojis} onPick={onPick} />
        </div>
      )}
    </div>
  );
}

const Rows = memo(function Rows({ emojis, onPick }: Pick<EmojiGridProps, "emojis" | "onPick">) {
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
            onClick={() => onPick(emoji)}
            className="grid size-9 place-items-center rounded-chip text-20 outline-offset-0 hover:bg-sunk pointer-coarse:size-11"
          >
            {emoji}
          </button>
        </span>
      ))}
    </div>
  ));
});

const recentGroupName = "Recently used";
/** Icons of groups in the compact group switch. */
const groupSigns: Readonly<Record<string, string>> = { [recentGroupName]: "🕘", Objects: "💡", Symbols: "❗" };

type EmojiPanelProps = {
  onPick: (emoji: string) => void;
  /** Closes the surrounding overlay if the panel's code can't be loaded. */
  onClose: () => void;
};

/** The emoji by groups, by search and by recent use. `onTake` gets the chosen emoji. */
export function EmojiPanel({ onPick }: EmojiPanelProps) {
  const [query, setQuery] = useState("");
  const [tone, setTone] = useState(() => skinTones.find((one) => one.tone === getLocalItem(skinToneKey))?.tone ?? "");
  const [recent] = useState(() => parseRecentEmoji(getLocalItem(recentEmojiKey)));
  const [group, setGroup] = useState(recent.length > 0 ? recentGroupName : (emojiGroups[0]?.name ?? ""));
  const search = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const gridId = useId();

  useEffect(() => {
    // On a touch screen the keyboard would cover the choices.
    const isTouched = matchMedia("(pointer: coarse)").matches;
    (isTouched ? grid : search).current?.focus();
  }, []);

  const found = useMemo(() => (query.trim() === "" ? null : findEmoji(query)), [query]);
  const shown = useMemo(() => {
    const show = (one: Emoji) => ({ emoji: applySkinTone(one, tone), name: one.name });
    if (found) return found.map(show);
    // Recent emoji are shown with the skin tone they were used in.
    if (group === recentGroupName) return recent.map((emoji) => ({ emoji, name: getEmojiName(emoji) }));
    return emojiGroups.find(({ name }) => name === group)?.emojis.map(show) ?? [];
  }, [found, group, recent, tone]);

  function take(emoji: string) {
    setLocalItem(recentEmojiKey, addRecentEmoji(getLocalItem(recentEmojiKey), emoji));
    onPick(emoji);
  }

  function pressInSearch(event: KeyboardEvent<HTMLInputElement>) {
    // Ctrl or ⌘ with Enter is the submit shortcut, which is off while the panel is open.
    if (isImeComposing(event.nativeEvent) || event.ctrlKey || event.metaKey) return;
    const first = shown[0];
    if (event.key === "Enter" && first && query.trim() !== "") {
      event.preventDefault();
      take(first.emoji);
    }
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    grid.current?.querySelector("button")?.focus();
  }

  const groups = [...(recent.length > 0 ? [recentGroupName] : []), ...emojiGroups.map(({ name }) => name)];
  return (
    <div className="grid gap-2">
      <EmojiRadioGroup
        label="Group"
        options={groups.map((name) => ({ value: name, name, sign: groupSigns[name] ?? getGroupSign(name) }))}
        // Search results belong to no group.
        value={found ? null : group}
        onChange={(value) => {
          setGroup(value);
          setQuery("");
        }}
      />
      <TextInput
        ref={search}
        type="search"
        aria-label="Search emoji"
        aria-controls={gridId}
        placeholder="Search emoji"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={pressInSearch}
      />
      <EmojiGrid
        ref={grid}
        id={gridId}
        label={found ? "Found" : group}
        emojis={shown}
        onPick={take}
        onLeave={() => search.current?.focus()}
      />
      <p role="status" className="sr-only">
        {found ? `${found.length} found` : ""}
      </p>
      <EmojiRadioGroup
        label="Skin tone"
        options={skinTones.map((one) => ({ value: one.tone, name: one.name, sign: `✋${one.tone}` }))}
        value={tone}
        onChange={(value) => {
          setTone(value);
          setLocalItem(skinToneKey, value);
        }}
      />
    </div>
  );
}

/** The icon of a group is its first emoji. */
const getGroupSign = (name: string) => emojiGroups.find((group) => group.name === name)?.emojis[0]?.emoji ?? "";

type EmojiRadioGroupProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; name: string; sign: string }[];
  /** Null while none of the options applies. */
  value: Value | null;
  onChange: (value: Value) => void;
};

/** A choice among icons in one line that scrolls by touch. The radio buttons inside let arrow keys move it. */
function EmojiRadioGroup<Value extends string>({ label, options, value, onChange }: EmojiRadioGroupProps<Value>) {
  const group = useId();
  return (
    <fieldset className="min-w-0 overflow-x-auto rounded-control bg-sunk">
      <legend className="sr-only">{label}</legend>
      <div className="flex justify-between">
        {options.map((option) => (
          <label
            key={option.value}
            title={option.name}
            className="grid size-7 shrink-0 place-items-center rounded-chip border border-transparent text-15 has-checked:border-line has-checked:bg-paper has-checked:shadow-lift has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:size-11"
          >
            <input
              type="radio"
              name={group}
              value={option.value}
              aria-label={option.name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              // Pressing the option again leaves the search results.
              onClick={() => (value === null ? onChange(option.value) : undefined)}
              className="sr-only"
            />
            <span aria-hidden="true">{option.sign}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

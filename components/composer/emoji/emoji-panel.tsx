"use client";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { getLocalItem, setLocalItem } from "#components/composer/browser-storage.ts";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { isImeComposing } from "#components/ui/keyboard/is-ime-composing.tsx";
import { EmojiGrid } from "./emoji-grid.tsx";
import { applySkinTone, type Emoji, emojiGroups, findEmoji, getEmojiName, skinTones } from "./emoji-list.ts";
import { addRecentEmoji, parseRecentEmoji, recentEmojiKey, skinToneKey } from "./recent-emoji.ts";

const recentGroupName = "Recently used";
/** Icons of groups in the compact group switch. */
const groupSigns: Readonly<Record<string, string>> = { [recentGroupName]: "🕘", Objects: "💡", Symbols: "❗" };

type EmojiPanelProps = {
  onTake: (emoji: string) => void;
  /** Closes the surrounding overlay if the panel's code can't be loaded. */
  onClose: () => void;
};

/** The emoji by groups, by search and by recent use. `onTake` gets the chosen emoji. */
export function EmojiPanel({ onTake }: EmojiPanelProps) {
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
    onTake(emoji);
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
        onTake={take}
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

"use client";
import { Check } from "lucide-react";
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { isImeComposing } from "#components/ui/keyboard/is-ime-composing.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { formatCount } from "#lib/text/format-count.ts";
import { formatClockTime } from "#lib/time/format-short.ts";
import { formatUtcOffset } from "#lib/time/format-time-zone.ts";
import { toWallTime } from "#lib/time/wall-time.ts";
import { describeTimeZone, searchTimeZones } from "./search-time-zones.ts";

/** Number of zones shown, more than a person scrolls through; typing narrows them. */
const maxChoices = 80;

type TimeZoneDialogProps = {
  title: string;
  selected: string | null;
  /** Label for choosing no zone; null where a zone must be chosen. */
  noneLabel: string | null;
  now: Date;
  clock: "24" | "12";
  onChoose: (zone: string | null) => void;
  onClose: () => void;
};

/** Lists all zones that the browser knows, searchable by place; the field above controls the list. */
export function TimeZoneDialog({ title, selected, noneLabel, now, clock, onChoose, onClose }: TimeZoneDialogProps) {
  const listId = useId();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const query = useDeferredValue(text);
  const zones = useMemo(() => [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC"])], []);
  const matches = useMemo(() => searchTimeZones(zones, query), [zones, query]);
  const choices: (string | null)[] = query.trim() === "" && noneLabel !== null ? [null, ...matches] : matches;
  const visibleChoices = choices.slice(0, maxChoices);
  const list = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text gives another list
  useEffect(() => setAt(0), [query]);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at]);

  function onKeyDown(event: KeyboardEvent) {
    if (isImeComposing(event.nativeEvent)) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((before) => Math.min(Math.max(before + step, 0), visibleChoices.length - 1));
    } else if (event.key === "Enter") {
      event.preventDefault();
      const choice = visibleChoices[at];
      if (choice !== undefined) onChoose(choice);
    }
  }

  return (
    <Dialog open onClose={onClose} title={title}>
      <div className="sticky top-0 z-10 bg-paper pb-2">
        <TextInput
          role="combobox"
          aria-label="Search by place"
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={visibleChoices.length > 0 ? `${listId}${at}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder="A city or region"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <p role="status" className="sr-only">
        {formatCount(matches.length, "zone")}
      </p>
      {visibleChoices.length === 0 ? (
        <p className="py-6 text-center text-14 text-ink-3">No time zone found. Try the nearest large city.</p>
      ) : null}
      <div ref={list} id={listId} role="listbox" aria-label="Time zones">
        {visibleChoices.map((zone, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys and keeps the focus
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and references the active option
          <div
            key={zone ?? ""}
            id={`${listId}${place}`}
            role="option"
            aria-selected={zone === selected}
            data-at={place === at || undefined}
            onPointerMove={() => setAt(place)}
            onClick={() => onChoose(zone)}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 text-14 data-at:bg-sunk"
          >
            <Check className={`size-4 text-accent ${zone === selected ? "" : "opacity-0"}`} />
            {zone === null ? <span>{noneLabel}</span> : <TimeZoneOptionLabel zone={zone} now={now} clock={clock} />}
          </div>
        ))}
      </div>
      {choices.length > visibleChoices.length ? (
        <p className="px-3 pt-2 text-13 text-ink-3">
          {choices.length - visibleChoices.length} more: type to narrow them down.
        </p>
      ) : null}
    </Dialog>
  );
}

function TimeZoneOptionLabel({ zone, now, clock }: { zone: string; now: Date; clock: "24" | "12" }) {
  const { place, region } = describeTimeZone(zone);
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="block truncate">{place}</span>
        {region ? <span className="block truncate text-13 text-ink-3">{region}</span> : null}
      </span>
      <span className="text-right text-13 text-ink-3">
        <time className="block font-mono text-ink-2">{formatClockTime(toWallTime(now, zone).time, clock)}</time>
        {formatUtcOffset(zone, now)}
      </span>
    </>
  );
}

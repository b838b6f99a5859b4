"use client";
import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from "react";

/** Ms that the pointer or the focus rests on a chip before its card opens, and that a card waits for the pointer. */
const openMs = 350;
const closeMs = 120;

type EntryCardState = { key: string; chip: HTMLElement };

const findChip = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>(".calendar-chip[data-entry]") : null;

/** Opens the card of the chip under the pointer, or of the chip that the keyboard focuses; Esc closes it. */
export function useEntryCard(isOff: boolean) {
  const [card, setCard] = useState<EntryCardState | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function plan(next: EntryCardState | null, ms: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCard(next), ms);
  }

  function show(chip: HTMLElement | null) {
    const key = chip?.dataset["entry"];
    if (chip && key) plan({ key, chip }, card ? closeMs : openMs);
    else plan(null, closeMs);
  }

  function hide() {
    clearTimeout(timer.current);
    setCard(null);
  }

  useEffect(() => {
    if (!card) return;
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && hide();
    const onScroll = () => hide();
    addEventListener("keydown", onKey, true);
    addEventListener("scroll", onScroll, true);
    return () => {
      removeEventListener("keydown", onKey, true);
      removeEventListener("scroll", onScroll, true);
    };
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    card: isOff || !card?.chip.isConnected ? null : card,
    keepOpen: () => clearTimeout(timer.current),
    leave: () => plan(null, closeMs),
    handlers: {
      onPointerOver: (event: PointerEvent) => {
        if (event.pointerType === "mouse") show(findChip(event.target));
      },
      onPointerLeave: () => plan(null, closeMs),
      onPointerDown: hide,
      onFocusCapture: (event: FocusEvent) => {
        const chip = findChip(event.target);
        show(chip?.matches(":focus-visible") ? chip : null);
      },
    },
  };
}

"use client";
import { useEffect, useState } from "react";

/** Ms of quiet before the description changes: some screen readers read a description again on each change. */
const quietMs = 1_000;

/** Describes a field for screen readers. The description changes only after the typing pauses. */
export function DebouncedDescription({ id, text }: { id: string; text: string }) {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), quietMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    // Hidden from reading order, because the counts are visible beside the text; `aria-describedby` still works.
    <span id={id} hidden>
      {rested}
    </span>
  );
}

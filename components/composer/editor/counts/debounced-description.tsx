"use client";
import { useEffect, useState } from "react";

/** Ms of quiet before they change: some screen readers read a description anew with each change of it. */
const quietMs = 1_000;

/** Words that describe a field to those who hear the page; they follow the typing once it rests. */
export function DebouncedDescription({ id, words }: { id: string; words: string }) {
  const [rested, setRested] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setRested(words), quietMs);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    // Hidden from reading on: it stands beside the counts, and describes all the same.
    <span id={id} hidden>
      {rested}
    </span>
  );
}

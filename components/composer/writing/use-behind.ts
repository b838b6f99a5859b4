"use client";
import { type RefObject, startTransition, useEffect, useRef, useState } from "react";
import { runAfterPaint } from "#components/composer/editor/input/run-after-paint.ts";
import { isLongText, typingIdleMs } from "#components/composer/editor/input/typing-idle.ts";

/**
 * The text as what lies behind its field shows it: after the paint of a key. A long one is followed once the typing rests,
 * and at once where lines come or go: until then nothing behind would stand elsewhere.
 */
export function useBackdropText(text: string, field: RefObject<HTMLElement | null>): string {
  const [shown, setShown] = useState(text);
  const latest = useRef(text);
  latest.current = text;

  useEffect(() => {
    if (!isLongText([text])) return runAfterPaint(() => setShown(text));
    const timer = setTimeout(() => startTransition(() => setShown(text)), typingIdleMs);
    return () => clearTimeout(timer);
  }, [text]);

  useEffect(() => {
    if (!field.current) return;
    // It is told before the frame is painted: a task of its own comes behind the paint.
    const follow = () => setTimeout(() => startTransition(() => setShown(latest.current)), 0);
    const observer = new ResizeObserver(follow);
    observer.observe(field.current);
    return () => observer.disconnect();
  }, [field]);

  return shown;
}

"use client";
import { type ReactNode, useLayoutEffect, useMemo, useRef } from "react";
import { cn } from "#components/ui/cn.tsx";
import type { DraftPart } from "#components/composer/state/draft.ts";
import { chunkRows, type RowChunk } from "#components/composer/editor/row-chunks.ts";

/** From more parts than these on the thread is longer than a screen, as one part is of more characters than these. */
const manyParts = 12;
const longPart = 5_000;

const none: readonly RowChunk[] = [];

/** `row` gives it its key. */
type PartRowsProps = { parts: readonly DraftPart[]; row: (part: DraftPart, index: number) => ReactNode };

/**
 * The rows of all parts. In a long thread what is not in view is not laid out, ten at once: with each key the browser looks
 * which are in view, and puts together anew what it has drawn of each.
 */
export function PartRows({ parts, row }: PartRowsProps) {
  const shown = useRef(none);
  const tens = useMemo(() => chunkRows(parts, shown.current), [parts]);
  useLayoutEffect(() => {
    shown.current = tens;
  });
  let index = 0;
  return (
    // Not an `ol`, whose items would have to be its own children.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div role="list" aria-label="Parts">
      {tens.map((ten) => (
        <div
          key={ten.key}
          className={cn(
            // Its last row reaches into the next.
            "-mb-0.5 pb-0.5",
            (parts.length > manyParts || (parts.length > 1 && ten.parts.some(({ text }) => text.length > longPart))) &&
              "[contain-intrinsic-size:auto_920px] [content-visibility:auto]",
          )}
        >
          {ten.parts.map((part) => row(part, index++))}
        </div>
      ))}
    </div>
  );
}

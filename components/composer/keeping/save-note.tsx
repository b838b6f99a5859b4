"use client";
import { usePreferences } from "#lib/queries/preferences";
import { clockText } from "#lib/time/time-words";
import { toWall } from "#lib/time/zone";
import type { Keeping } from "./use-kept-draft.ts";

/** Whether the text is safe in this browser. Not a live region: it changes with every pause in typing. */
export function SaveNote({ keeping, zone }: { keeping: Keeping; zone: string }) {
  const { clock } = usePreferences();
  if (keeping.is === "refused") return <span>This browser keeps no drafts: save one before you leave</span>;
  if (keeping.is !== "kept") return null;
  return (
    <span>
      Kept <span className="max-sm:sr-only">in this browser </span>
      <time dateTime={new Date(keeping.atMs).toISOString()}>
        {clockText(toWall(new Date(keeping.atMs), zone).time, clock)}
      </time>
    </span>
  );
}

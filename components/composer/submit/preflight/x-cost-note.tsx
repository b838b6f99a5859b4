"use client";
import type { Channel } from "#lib/contract/types.ts";
import type { Draft } from "#components/composer/state/draft.ts";
import { billOnX, billWords } from "./x-pricing.ts";

type XBillNoteProps = { draft: Draft; channels: readonly Channel[] };

/** What sending costs on X, where the operator's own account pays for each post. */
export function XBillNote({ draft, channels }: XBillNoteProps) {
  const words = billWords(billOnX(draft, channels));
  if (words === null) return null;
  return (
    <span
      className="text-13 text-ink-3 tabular-nums"
      title="X bills the account of the app for each post, more for one with a link, and for each description of an image."
    >
      {words}
    </span>
  );
}

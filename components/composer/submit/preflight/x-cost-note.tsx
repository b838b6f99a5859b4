"use client";
import type { ComposerDraft } from "#components/composer/state/draft.ts";
import type { Channel } from "#lib/contract/types.ts";
import { formatXCost, getXCost } from "./x-cost.ts";

type XCostNoteProps = { draft: ComposerDraft; channels: readonly Channel[] };

/** Shows what publishing on X costs, which the operator's own account pays for each post. */
export function XCostNote({ draft, channels }: XCostNoteProps) {
  const words = formatXCost(getXCost(draft, channels));
  if (words === null) return null;
  return (
    <span
      className="text-13 text-ink-3 tabular-nums"
      title="X charges the app's account per post, more with a link, per image and per alt text."
    >
      {words}
    </span>
  );
}

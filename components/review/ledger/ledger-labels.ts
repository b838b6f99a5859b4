import { formatPoints } from "#components/review/claim-labels.ts";
import { formatNumber } from "#components/ui/format-number.ts";
import type { LedgerLine } from "#lib/contract/types.ts";

const kindNames: Record<string, string> = {
  claim: "Claimed",
  change: "Claim changed",
  approval: "Approved",
  adjustment: "Adjusted",
  rejection: "Rejected",
  appeal: "Appealed",
  reversal: "Reversed",
  award: "Awarded",
  lapse: "Lapsed",
};

/** Returns a ledger kind's label; an unknown kind keeps the service's name. */
export const getLedgerKindLabel = (kind: string): string => kindNames[kind] ?? kind;

/** Formats a change of points: `+20`, `−20`; empty for an unchanged total. */
export function formatPointsChange(points: number): string {
  if (points === 0) return "";
  return points > 0 ? `+${formatNumber(points)}` : `−${formatNumber(Math.abs(points))}`;
}

const capNames: Record<string, string> = { submission: "submission", day: "daily", week: "weekly" };

/** Formats a line's other data: the claimed amount, a cap, a self-review, the reason. */
export function formatLedgerDetails(line: LedgerLine): string {
  const { kind, amount, points, capped_by: cap, self_reviewed: isOwn, reason } = line;
  const originalPoints =
    kind === "claim" || kind === "change" ? amount : kind === "adjustment" && amount !== points ? amount : null;
  return [
    originalPoints === null || originalPoints === undefined ? "" : formatPoints(originalPoints),
    cap ? `limited by the ${capNames[cap] ?? cap} cap` : "",
    isOwn ? "self-reviewed" : "",
    reason ? `“${reason}”` : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

import type { LedgerLine, OwnClaim } from "#lib/contract/types.ts";
import { formatCount } from "#lib/text/format-count.ts";

const points = (count: number) => formatCount(count, "point");

export const isClaimRejected = (claim: Pick<OwnClaim, "status">): boolean => claim.status === "rejected";

/** Formats a claim's status for its author; an unknown status keeps the service's name. */
export function formatClaimStatus({ status, points: claimed, awarded, appeal }: OwnClaim): string {
  switch (status) {
    case "waiting":
      return `${points(claimed)} once it's published.`;
    case "pending":
      return appeal ? "Your appeal is waiting for review." : `${points(claimed)}, waiting for review.`;
    case "approved":
      return awarded === null || awarded === claimed
        ? `Approved: ${points(claimed)}.`
        : `Approved: ${awarded} of ${points(claimed)}.`;
    case "rejected":
      return `Rejected: none of ${points(claimed)}.`;
    case "lapsed":
      return `${points(claimed)} once it's published.`;
    default:
      return `${status}: ${points(claimed)} claimed.`;
  }
}

const steps: Record<string, (line: LedgerLine) => string> = {
  claim: ({ amount }) => (amount === null ? "Claimed" : `Claimed ${points(amount)}`),
  change: ({ amount }) => (amount === null ? "Claim changed" : `Claim changed to ${points(amount)}`),
  approval: ({ points: awardedPoints }) => `Approved: ${points(awardedPoints)}`,
  adjustment: ({ points: awardedPoints }) => `Adjusted: ${points(awardedPoints)}`,
  rejection: () => "Rejected",
  appeal: () => "Appealed",
  reversal: () => "Decision reversed",
  award: ({ points: awardedPoints }) => `Awarded ${points(awardedPoints)}`,
  lapse: () => "Lapsed",
};

const capNames: Record<string, string> = { submission: "submission", day: "daily", week: "weekly" };

/** Formats one ledger line: what happened, by whom, and how much a cap removed. */
export function formatClaimLedgerLine(line: LedgerLine): string {
  const text = steps[line.kind]?.(line) ?? line.kind;
  const by = line.by ? ` by ${line.by.name}` : "";
  const cap = line.capped_by ? `, limited by the ${capNames[line.capped_by] ?? line.capped_by} cap` : "";
  const selfReviewNote = line.self_reviewed ? ", as its own author" : "";
  return `${text}${by}${selfReviewNote}${cap}`;
}

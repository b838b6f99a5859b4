import type { OrganizationSettings } from "#lib/contract/types.ts";

export type PointCaps = Pick<OrganizationSettings, "cap_submission" | "cap_day" | "cap_week">;
export type PointCapName = "submission" | "day" | "week";
/** What was earned so far where each cap counts. */
export type EarnedPoints = Record<PointCapName, number>;
export type CappedPoints = { awarded: number; cappedBy: PointCapName | null };

/** What of `wanted` is given: the tightest cap decides, and of equally tight ones the first. Never below 0. */
export function applyCaps(wanted: number, caps: PointCaps, earned: EarnedPoints): CappedPoints {
  const room: [PointCapName, number | null][] = [
    ["submission", caps.cap_submission],
    ["day", caps.cap_day],
    ["week", caps.cap_week],
  ];
  let capped: CappedPoints = { awarded: wanted, cappedBy: null };
  for (const [name, cap] of room) {
    if (cap === null) continue;
    const left = Math.max(0, cap - earned[name]);
    if (left < capped.awarded) capped = { awarded: left, cappedBy: name };
  }
  return capped;
}

/** Who earns it, and with which submission. */
export type PointEarner = { memberId: string; submissionId: string };
/** By id of the submission, and of the member for the day and the week. */
export type EarnedPointsById = Record<PointCapName, ReadonlyMap<string, number>>;

/** The same for several at once, in their order: each counts for those after it. */
export function applyCapsInOrder(
  claims: readonly (PointEarner & { wanted: number })[],
  caps: PointCaps,
  earnedBefore: EarnedPointsById,
): CappedPoints[] {
  const earned = {
    submission: new Map(earnedBefore.submission),
    day: new Map(earnedBefore.day),
    week: new Map(earnedBefore.week),
  };
  return claims.map(({ wanted, memberId, submissionId }) => {
    const keys: [PointCapName, string][] = [
      ["submission", submissionId],
      ["day", memberId],
      ["week", memberId],
    ];
    const of = (name: PointCapName, key: string) => earned[name].get(key) ?? 0;
    const capped = applyCaps(wanted, caps, {
      submission: of("submission", submissionId),
      day: of("day", memberId),
      week: of("week", memberId),
    });
    for (const [name, key] of keys) earned[name].set(key, of(name, key) + capped.awarded);
    return capped;
  });
}

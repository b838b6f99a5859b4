import type { OrganizationSettings } from "#lib/contract/types.ts";

export type PointCaps = Pick<OrganizationSettings, "cap_submission" | "cap_day" | "cap_week">;
export type PointCapName = "submission" | "day" | "week";
/** Points earned so far under each cap. */
export type EarnedPoints = Record<PointCapName, number>;
export type CappedPoints = { awarded: number; cappedBy: PointCapName | null };

/**
 * Returns the points of `requested` that are awarded: the tightest cap decides, and of equally tight ones the first. Never
 * below 0.
 */
export function applyCaps(requested: number, caps: PointCaps, earned: EarnedPoints): CappedPoints {
  const room: [PointCapName, number | null][] = [
    ["submission", caps.cap_submission],
    ["day", caps.cap_day],
    ["week", caps.cap_week],
  ];
  let capped: CappedPoints = { awarded: requested, cappedBy: null };
  for (const [name, cap] of room) {
    if (cap === null) continue;
    const left = Math.max(0, cap - earned[name]);
    if (left < capped.awarded) capped = { awarded: left, cappedBy: name };
  }
  return capped;
}

/** The member who earns points, and the submission. */
export type PointEarner = { memberId: string; submissionId: string };
/** By id of the submission, and of the member for the day and the week. */
export type PointsTowardCapsById = Record<PointCapName, ReadonlyMap<string, number>>;

/** Applies the caps to several claims in order: each counts for the following ones. */
export function applyCapsInOrder(
  claims: readonly (PointEarner & { requested: number })[],
  caps: PointCaps,
  earnedBefore: PointsTowardCapsById,
): CappedPoints[] {
  const earned = {
    submission: new Map(earnedBefore.submission),
    day: new Map(earnedBefore.day),
    week: new Map(earnedBefore.week),
  };
  return claims.map(({ requested, memberId, submissionId }) => {
    const keys: [PointCapName, string][] = [
      ["submission", submissionId],
      ["day", memberId],
      ["week", memberId],
    ];
    const of = (name: PointCapName, key: string) => earned[name].get(key) ?? 0;
    const capped = applyCaps(requested, caps, {
      submission: of("submission", submissionId),
      day: of("day", memberId),
      week: of("week", memberId),
    });
    for (const [name, key] of keys) earned[name].set(key, of(name, key) + capped.awarded);
    return capped;
  });
}

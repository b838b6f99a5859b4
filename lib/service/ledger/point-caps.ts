import type { OrganizationSettings } from "#lib/contract/types.ts";

export type Caps = Pick<OrganizationSettings, "cap_submission" | "cap_day" | "cap_week">;
export type CapName = "submission" | "day" | "week";
/** What was earned so far where each cap counts. */
export type Earned = Record<CapName, number>;
export type Capped = { awarded: number; cappedBy: CapName | null };

/** What of `wanted` is given: the tightest cap decides, and of equally tight ones the first. Never below 0. */
export function applyCaps(wanted: number, caps: Caps, earned: Earned): Capped {
  const room: [CapName, number | null][] = [
    ["submission", caps.cap_submission],
    ["day", caps.cap_day],
    ["week", caps.cap_week],
  ];
  let capped: Capped = { awarded: wanted, cappedBy: null };
  for (const [name, cap] of room) {
    if (cap === null) continue;
    const left = Math.max(0, cap - earned[name]);
    if (left < capped.awarded) capped = { awarded: left, cappedBy: name };
  }
  return capped;
}

/** Who earns it, and with which submission. */
export type Earner = { memberId: string; submissionId: string };
/** By id of the submission, and of the member for the day and the week. */
export type EarnedBy = Record<CapName, ReadonlyMap<string, number>>;

/** The same for several at once, in their order: each counts for those after it. */
export function applyCapsInOrder(
  claims: readonly (Earner & { wanted: number })[],
  caps: Caps,
  earnedBefore: EarnedBy,
): Capped[] {
  const earned = {
    submission: new Map(earnedBefore.submission),
    day: new Map(earnedBefore.day),
    week: new Map(earnedBefore.week),
  };
  return claims.map(({ wanted, memberId, submissionId }) => {
    const keys: [CapName, string][] = [
      ["submission", submissionId],
      ["day", memberId],
      ["week", memberId],
    ];
    const of = (name: CapName, key: string) => earned[name].get(key) ?? 0;
    const capped = applyCaps(wanted, caps, {
      submission: of("submission", submissionId),
      day: of("day", memberId),
      week: of("week", memberId),
    });
    for (const [name, key] of keys) earned[name].set(key, of(name, key) + capped.awarded);
    return capped;
  });
}

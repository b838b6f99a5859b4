import type { MemberSettings, Post } from "#lib/contract/types.ts";
import { addDays } from "#lib/time/days.ts";
import { formatShortDay, getTimeZoneCity } from "#lib/time/format-short.ts";
import { toWallTime } from "#lib/time/time-zone.ts";

/** The posts of one submission that go out together; a post that was moved apart stands alone. */
export type PostGroup = { key: string; posts: readonly [Post, ...Post[]] };

/** Posts as they are planned, in the order of their first one. */
export function groupScheduledPosts(posts: readonly Post[]): PostGroup[] {
  const plans = new Map<string, [Post, ...Post[]]>();
  for (const post of posts) {
    // A service that does not tell of submissions has each post by itself.
    const key = `${post.submission_id ?? post.id} ${post.scheduled_for ?? ""}`;
    const plan = plans.get(key);
    if (plan) plan.push(post);
    else plans.set(key, [post]);
  }
  return [...plans].map(([key, group]) => ({ key, posts: group }));
}

/** What is on its way, a submission at a time: those of which nothing moves any more are left out. */
export function groupPublishingPosts(posts: readonly Post[]): PostGroup[] {
  const plans = new Map<string, [Post, ...Post[]]>();
  for (const post of posts) {
    const key = post.submission_id ?? post.id;
    const plan = plans.get(key);
    if (plan) plan.push(post);
    else plans.set(key, [post]);
  }
  return [...plans]
    .filter(([, group]) => group.some(({ status }) => status === "publishing"))
    .map(([key, group]) => ({
      key,
      posts: group.toSorted((one, other) => one.id.localeCompare(other.id)) as [Post, ...Post[]],
    }));
}

/** `today`, `tomorrow`, `yesterday`, else `Mon 23 Nov`. */
export function formatRelativeDay(at: Date, zone: string, now: Date): string {
  const day = toWallTime(at, zone).date;
  const today = toWallTime(now, zone).date;
  if (day === today) return "today";
  if (day === addDays(today, 1)) return "tomorrow";
  return day === addDays(today, -1) ? "yesterday" : formatShortDay(day);
}

/** What is claimed and not decided yet, of the posts told of. */
export function sumPendingClaims(published: readonly Post[]): { claims: number; points: number } {
  const waiting = published.flatMap(({ claim }) => (claim?.status === "pending" ? [claim.points] : []));
  return { claims: waiting.length, points: waiting.reduce((sum, points) => sum + points, 0) };
}

export type OnboardingStep = {
  id: string;
  title: string;
  done: boolean;
  href: string;
  act: string;
  /** Where what was done can be seen. */
  seen?: string;
};

type OnboardingInput = {
  counts: Record<string, number | null>;
  scheduledEver: boolean;
  settings: Pick<MemberSettings, "zone" | "slots">;
  /** The zone that times are written in. */
  zone: string;
  /** Whether slots are kept here at all. */
  hasSlots: boolean;
  /** The timeline of a practice channel, where there is one. */
  practice: string | null;
  /** Whether one can sign in as oneself; null where that is no question, or not one's own to answer. */
  hasWay: boolean | null;
};

/** The first steps of a newcomer, each true once their own posts and settings show it. */
export function getOnboardingSteps({
  counts,
  scheduledEver,
  settings,
  zone,
  hasSlots,
  practice,
  hasWay,
}: OnboardingInput): OnboardingStep[] {
  const write: OnboardingStep = {
    id: "write",
    title: "Write a first post",
    done: (counts["all"] ?? 0) > 0,
    href: "/compose",
    act: "Write",
  };
  const publish: OnboardingStep = {
    id: "publish",
    title: practice ? "Publish one and find it on the practice timeline" : "Publish one",
    done: (counts["published"] ?? 0) > 0,
    href: "/compose",
    act: "Publish",
    ...(practice && { seen: practice }),
  };
  const schedule: OnboardingStep = {
    id: "schedule",
    title: "Plan one for later",
    done: scheduledEver,
    href: "/compose",
    act: "Plan",
  };
  const setZone: OnboardingStep = {
    id: "zone",
    title: `Set your time zone (now ${getTimeZoneCity(zone)})`,
    done: settings.zone !== null,
    href: "/settings#times",
    act: "Set",
  };
  const slot: OnboardingStep = {
    id: "slot",
    title: "Add a weekly posting slot",
    done: settings.slots.length > 0,
    href: "/settings#slots",
    act: "Add",
  };
  const signIn: OnboardingStep = {
    id: "way",
    title: "Set a password or a passkey, to sign in without a key",
    done: hasWay === true,
    href: "/profile#sessions",
    act: "Set",
  };
  return [...[write, publish, schedule, setZone], ...(hasSlots ? [slot] : []), ...(hasWay === null ? [] : [signIn])];
}

import { getSubmissionTimeKey } from "#lib/contract/next-submissions.ts";
import type { MemberSettings, Post } from "#lib/contract/types.ts";
import { isPostDueNow } from "#lib/queries/posts/posts.ts";
import { addDays } from "#lib/time/days.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { formatShortDay, getTimeZoneCity } from "#lib/time/format-short.ts";
import { toWallTime } from "#lib/time/wall-time.ts";

/** The member's zone and clock. */
export type HomeTimeOptions = Pick<DisplayPreferences, "zone" | "clock">;

/** Posts of one submission with the same time; a post that was moved to another time has a group of its own. */
export type SubmissionGroup = { key: string; posts: readonly [Post, ...Post[]] };

/** Groups posts by submission and time, in the order of each group's first post. */
export function groupPostsBySubmission(posts: readonly Post[]): SubmissionGroup[] {
  const plans = new Map<string, [Post, ...Post[]]>();
  for (const post of posts) {
    const key = getSubmissionTimeKey(post);
    const plan = plans.get(key);
    if (plan) plan.push(post);
    else plans.set(key, [post]);
  }
  return [...plans].map(([key, group]) => ({ key, posts: group }));
}

/** Groups publishing posts by submission; leaves out submissions without a post in progress. */
export function groupPublishingPosts(posts: readonly Post[]): SubmissionGroup[] {
  const plans = new Map<string, [Post, ...Post[]]>();
  for (const post of posts) {
    const key = post.submission_id ?? post.id;
    const plan = plans.get(key);
    if (plan) plan.push(post);
    else plans.set(key, [post]);
  }
  return [...plans]
    .filter(([, group]) => group.some((post) => post.status === "publishing" || isPostDueNow(post)))
    .map(([key, group]) => ({
      key,
      posts: group.toSorted((one, other) => one.id.localeCompare(other.id)) as [Post, ...Post[]],
    }));
}

/** Formats a day as `today`, `tomorrow`, `yesterday`, else `Mon 23 Nov`. */
export function formatRelativeDay(at: Date, zone: string, now: Date): string {
  const day = toWallTime(at, zone).date;
  const today = toWallTime(now, zone).date;
  if (day === today) return "today";
  if (day === addDays(today, 1)) return "tomorrow";
  return day === addDays(today, -1) ? "yesterday" : formatShortDay(day);
}

export type OnboardingStep = {
  id: string;
  title: string;
  done: boolean;
  href: string;
  actionLabel: string;
  /** A link to the step's result. */
  resultHref?: string;
};

type OnboardingInput = {
  publishedEver: boolean;
  scheduledEver: boolean;
  settings: Pick<MemberSettings, "zone">;
  /** The zone of displayed times. */
  zone: string;
  /** Number of posting slots of the member and the team; null when the service has none. */
  slotCount: number | null;
  /** Path of a practice channel's timeline; null without one. */
  practice: string | null;
  /** True when a channel is an account on a platform; null when the member can't connect one. */
  hasRealAccount: boolean | null;
  /**
   * True when the member has a password or a passkey; null when the step does not apply or is not the member's to take.
   */
  hasSignInMethod: boolean | null;
};

/** Returns a newcomer's first steps, each done once the member's own posts and settings, or the team's slots, show it. */
export function getOnboardingSteps({
  publishedEver,
  scheduledEver,
  settings,
  zone,
  slotCount,
  practice,
  hasRealAccount,
  hasSignInMethod,
}: OnboardingInput): OnboardingStep[] {
  const publish: OnboardingStep = {
    id: "publish",
    title: practice ? "Publish a practice post" : "Publish your first post",
    done: publishedEver,
    href: practice ? "/compose?new&channels=practice" : "/compose?new",
    actionLabel: "Write",
    ...(practice && { resultHref: practice }),
  };
  const connect: OnboardingStep = {
    id: "connect",
    title: "Connect your first real account",
    done: hasRealAccount === true,
    href: "/channels?connect=account",
    actionLabel: "Connect",
  };
  const schedule: OnboardingStep = {
    id: "schedule",
    title: "Schedule a post",
    done: scheduledEver,
    href: "/calendar",
    actionLabel: "Open calendar",
  };
  const setZone: OnboardingStep = {
    id: "zone",
    title: `Set your time zone (now ${getTimeZoneCity(zone)})`,
    done: settings.zone !== null,
    href: "/settings#times",
    actionLabel: "Set",
  };
  const slot: OnboardingStep = {
    id: "slot",
    title: "Add a weekly posting slot",
    done: slotCount !== null && slotCount > 0,
    href: "/settings#slots",
    actionLabel: "Add",
  };
  const signIn: OnboardingStep = {
    id: "way",
    title: "Set a password or passkey to sign in without a key",
    done: hasSignInMethod === true,
    href: "/profile#sessions",
    actionLabel: "Set",
  };
  return [
    publish,
    ...(hasRealAccount === null ? [] : [connect]),
    ...[schedule, setZone],
    ...(slotCount === null ? [] : [slot]),
    ...(hasSignInMethod === null ? [] : [signIn]),
  ];
}

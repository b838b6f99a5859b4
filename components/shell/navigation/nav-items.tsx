import {
  BadgeCheck,
  BookOpen,
  CalendarDays,
  CircleUser,
  House,
  Inbox,
  List,
  Plug,
  Settings,
  Trophy,
  Users,
} from "lucide-react";
import type { ComponentType } from "react";

export type NavItem = {
  href: string;
  label: string;
  icon: ComponentType<{ className?: string }>;
  /** Pressed after `g`. Bound in shortcuts.tsx by the same letters. */
  letter: string;
  /** Only there where the service and the member's role offer it. */
  needs?: "members" | "review";
};

/** Whether a place is there for who is signed in. */
export const isNavItemAvailable = (place: NavItem, offered: { members: boolean; review: boolean }): boolean =>
  place.needs === undefined || offered[place.needs];

export const composePath = "/compose";

const home: NavItem = { href: "/", label: "Home", icon: House, letter: "h" };
const calendar: NavItem = { href: "/calendar", label: "Calendar", icon: CalendarDays, letter: "k" };
const posts: NavItem = { href: "/posts", label: "Posts", icon: List, letter: "p" };
export const inboxNavItem: NavItem = { href: "/inbox", label: "Inbox", icon: Inbox, letter: "i" };
export const reviewNavItem: NavItem = {
  href: "/review",
  label: "Review",
  icon: BadgeCheck,
  letter: "r",
  needs: "review",
};
const leaderboard: NavItem = { href: "/leaderboard", label: "Leaderboard", icon: Trophy, letter: "l" };
const channels: NavItem = { href: "/channels", label: "Channels", icon: Plug, letter: "n" };
const members: NavItem = { href: "/members", label: "Members", icon: Users, letter: "m", needs: "members" };
const settings: NavItem = { href: "/settings", label: "Settings", icon: Settings, letter: "s" };
const docs: NavItem = { href: "/docs", label: "Docs", icon: BookOpen, letter: "d" };
const profile: NavItem = { href: "/profile", label: "Profile", icon: CircleUser, letter: "u" };

/** Where the rail leads, in order: what is worked in, and what is looked up. */
export const sidebarNavItems = {
  work: [home, calendar, posts, inboxNavItem, reviewNavItem, leaderboard],
  rest: [channels, members, settings, docs, profile],
} as const satisfies Record<string, readonly NavItem[]>;

/**
 * Where the bottom bar of phones leads: two places at each side of Compose. The inbox is under More, whose button carries
 * its count: what failed is told there, on the home page and in the tab's title, while plans and posts are opened many
 * times a day.
 */
export const bottomBarNavItems = {
  before: [home, calendar],
  after: [posts],
  more: [inboxNavItem, reviewNavItem, leaderboard, channels, members, settings, docs, profile],
};

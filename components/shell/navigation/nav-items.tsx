import {
  BadgeCheck,
  BookOpen,
  Building2,
  CalendarDays,
  CircleUser,
  FileText,
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
  /** The letter after `g`. nav-items and the shortcuts use the same letters. */
  letter: string;
  /** The feature that the service and the member's role must offer. */
  feature?: "members" | "review";
};

export type NavFeatures = { members: boolean; review: boolean };

/** True when the item is available to the signed-in member. */
export const isNavItemAvailable = (place: NavItem, offered: NavFeatures): boolean =>
  place.feature === undefined || offered[place.feature];

export const composePath = "/compose";
/** Opens the composer empty. The composer's own address continues the draft of the tab, as after a reload. */
export const newPostPath = `${composePath}?new`;

const home: NavItem = { href: "/", label: "Home", icon: House, letter: "h" };
const calendar: NavItem = { href: "/calendar", label: "Calendar", icon: CalendarDays, letter: "k" };
const posts: NavItem = { href: "/posts", label: "Posts", icon: List, letter: "p" };
export const draftsNavItem: NavItem = { href: "/drafts", label: "Drafts", icon: FileText, letter: "f" };
export const inboxNavItem: NavItem = { href: "/inbox", label: "Inbox", icon: Inbox, letter: "i" };
export const reviewNavItem: NavItem = {
  href: "/review",
  label: "Review",
  icon: BadgeCheck,
  letter: "r",
  feature: "review",
};
const leaderboard: NavItem = { href: "/leaderboard", label: "Leaderboard", icon: Trophy, letter: "l" };
const channels: NavItem = { href: "/channels", label: "Channels", icon: Plug, letter: "n" };
const members: NavItem = { href: "/members", label: "Members", icon: Users, letter: "m", feature: "members" };
const organization: NavItem = {
  href: "/organization",
  label: "Organization",
  icon: Building2,
  letter: "o",
  feature: "members",
};
const settings: NavItem = { href: "/settings", label: "Settings", icon: Settings, letter: "s" };
const docs: NavItem = { href: "/docs", label: "Docs", icon: BookOpen, letter: "d" };
export const profileNavItem: NavItem = { href: "/profile", label: "Profile", icon: CircleUser, letter: "u" };

/** The sidebar's items in order: working pages, then reference pages. */
export const sidebarNavItems = {
  work: [home, calendar, posts, draftsNavItem, inboxNavItem, reviewNavItem, leaderboard],
  rest: [channels, members, organization, settings, docs, profileNavItem],
} as const satisfies Record<string, readonly NavItem[]>;

/**
 * The bottom bar's items on phones: two on each side of Compose. The inbox is under More, whose button shows its count:
 * failures appear there, on the home page and in the tab's title, while calendar and posts are opened many times a day.
 */
export const bottomBarNavItems = {
  before: [home, calendar],
  after: [posts],
  more: [
    draftsNavItem,
    inboxNavItem,
    reviewNavItem,
    leaderboard,
    channels,
    members,
    organization,
    settings,
    docs,
    profileNavItem,
  ],
};

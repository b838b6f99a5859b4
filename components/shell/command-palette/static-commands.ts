import { isNavItemAvailable, newPostPath, sidebarNavItems } from "#components/shell/navigation/nav-items.tsx";
import type { PaletteCommand } from "./filter-commands.ts";

/** Other words for each page. */
const searchKeywords: Record<string, string> = {
  "/": "home start today overview",
  "/calendar": "schedule plan month week",
  "/posts": "history list published failed scheduled",
  "/drafts": "unfinished saved writing templates",
  "/inbox": "failures notifications problems",
  "/review": "claims approve reject points decide",
  "/leaderboard": "points ranks team",
  "/channels": "accounts connect reconnect disconnect practice",
  "/members": "people team invite roles deactivate owner organization",
  "/organization": "rules review caps levels reasons blind name team slots",
  "/settings": "preferences zone clock slots notifications webhooks",
  "/docs": "api reference help",
  "/profile": "account keys scopes me",
};

const pages = (offered: ShellFeatures): PaletteCommand[] =>
  [...sidebarNavItems.work, ...sidebarNavItems.rest]
    .filter((place) => isNavItemAvailable(place, offered))
    .map(({ href, label, letter }) => ({
      id: href,
      group: "Go to",
      label,
      href,
      words: searchKeywords[href] ?? "",
      keys: `g ${letter}`,
    }));

const statuses: PaletteCommand[] = (["scheduled", "published", "failed"] as const).map((status) => ({
  id: `posts ${status}`,
  group: "Go to",
  label: { scheduled: "Scheduled posts", published: "Published posts", failed: "Failed posts" }[status],
  href: `/posts?status=${status}`,
}));

/** Features that only some services offer. */
export type ShellFeatures = {
  notes: boolean;
  export: boolean;
  retry: boolean;
  members: boolean;
  review: boolean;
  /** Recent commands are stored separately for each member. */
  memberId: string;
  organizations: readonly { memberId: string; name: string }[];
  mayCreate: boolean;
};

/** Returns the commands of every page. The palette interprets `act`. */
export const listStaticCommands = (offered: ShellFeatures): PaletteCommand[] => [
  { id: "compose", group: "Do", label: "Write a post", words: "compose new thread", href: newPostPath, keys: "c" },
  ...(offered.retry
    ? [
        {
          id: "retry",
          group: "Do",
          label: "Retry failed posts…",
          words: "again resend failures",
          href: "/posts?status=failed",
        } as const,
      ]
    : []),
  ...(offered.notes
    ? [
        {
          id: "note",
          group: "Do",
          label: "New note for today",
          words: "calendar pin day",
          href: "/calendar?note=today",
        } as const,
      ]
    : []),
  ...(offered.export
    ? [
        { id: "csv", group: "Do", label: "Export all posts as CSV", words: "download save table", act: "csv" } as const,
        { id: "json", group: "Do", label: "Export all posts as JSON", words: "download save", act: "json" } as const,
      ]
    : []),
  ...offered.organizations.map(
    ({ memberId, name }): PaletteCommand => ({
      id: `switch ${memberId}`,
      group: "Do",
      label: `Switch to ${name}`,
      words: "organization change",
      act: `switch ${memberId}`,
    }),
  ),
  ...(offered.mayCreate
    ? [{ id: "organization", group: "Do", label: "New organization", words: "create", act: "organization" } as const]
    : []),
  { id: "undo", group: "Do", label: "Recent changes…", words: "undo history", act: "undo", keys: "mod+alt+z" },
  { id: "keys", group: "Do", label: "Keyboard shortcuts", words: "shortcuts keyboard help", act: "keys", keys: "?" },
  { id: "light", group: "Do", label: "Light theme", words: "appearance colour", act: "light" },
  { id: "dark", group: "Do", label: "Dark theme", words: "appearance colour night", act: "dark" },
  { id: "system", group: "Do", label: "System theme", words: "appearance colour", act: "system" },
  { id: "out", group: "Do", label: "Sign out", words: "log leave end session", act: "out" },
  ...pages(offered),
  ...statuses,
];

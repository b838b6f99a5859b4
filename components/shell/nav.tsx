import { BookOpen, CircleUser, List, Trophy } from "lucide-react";
import type { ComponentType } from "react";

export type Place = {
  href: string;
  label: string;
  icon: ComponentType<{ className?: string }>;
  /** Pressed after `g`. Bound in shortcuts.tsx by the same letters. */
  letter: string;
};

export const composePath = "/compose";

/** Where the rail and the bottom bar lead, in order: what is worked in, and what is looked up. */
export const places: { work: Place[]; rest: Place[] } = {
  work: [
    { href: "/posts", label: "Posts", icon: List, letter: "p" },
    { href: "/leaderboard", label: "Leaderboard", icon: Trophy, letter: "l" },
  ],
  rest: [
    { href: "/docs", label: "Docs", icon: BookOpen, letter: "d" },
    { href: "/profile", label: "Profile", icon: CircleUser, letter: "s" },
  ],
};

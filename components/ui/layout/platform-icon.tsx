import type { CSSProperties } from "react";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { getInitial } from "./initials-avatar.tsx";

/** The marks in `public/platforms.svg`, in its order: each lies 48 px after the one before, its own width apart. */
const marks = "x bluesky mastodon threads telegram discord instagram facebook linkedin slack nostr".split(" ");

const sizes = {
  small: "size-4 rounded-[5px] text-[0.5625rem]",
  medium: "size-5 rounded-[6px] text-11",
  large: "size-6 rounded-[7px] text-12",
};

type PlatformIconProps = {
  /** The platform's slug; one without a mark shows its first letter. */
  platform: string;
  /** The platform's name, when no text beside the icon gives it. */
  label?: string;
  size?: keyof typeof sizes;
};

/** A platform's icon: its mark in a rounded square, in ink alone, because icons are side by side in every row. */
export function PlatformIcon({ platform, label, size = "medium" }: PlatformIconProps) {
  const mark = marks.indexOf(platform);
  const named = label ? { role: "img", "aria-label": label, title: label } : { "aria-hidden": true };
  return (
    <span
      {...named}
      className={joinClassNames(
        "inline-flex shrink-0 select-none items-center justify-center bg-ink font-semibold leading-none text-paper",
        sizes[size],
        mark >= 0 && "platform-mark",
      )}
      style={{ "--mark": mark } as CSSProperties}
    >
      {mark >= 0 ? null : getInitial(platform) || "?"}
    </span>
  );
}

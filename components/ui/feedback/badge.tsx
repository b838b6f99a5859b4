import type { ReactNode } from "react";
import { joinClassNames } from "#components/ui/join-class-names.ts";

export type BadgeTone =
  | "neutral"
  | "accent"
  | "gold"
  | "draft"
  | "scheduled"
  | "publishing"
  | "published"
  | "failed"
  | "solid";

const tones: Record<BadgeTone, string> = {
  neutral: "bg-draft-wash text-ink-2",
  accent: "bg-accent-wash text-accent",
  solid: "bg-accent text-on-accent",
  gold: "bg-gold-wash text-gold-text",
  draft: "bg-draft-wash text-draft",
  scheduled: "bg-scheduled-wash text-scheduled",
  publishing: "bg-publishing-wash text-publishing",
  published: "bg-published-wash text-published",
  failed: "bg-failed-wash text-failed",
};

type BadgeProps = { tone?: BadgeTone; icon?: ReactNode; className?: string; children: ReactNode };

/** A pill with an icon and one or two words. The words carry the meaning, the color only supports it. */
export function Badge({ tone = "neutral", icon, className, children }: BadgeProps) {
  return (
    <span
      className={joinClassNames(
        "inline-flex min-h-[22px] max-w-full shrink-0 items-center gap-1.5 rounded-full px-2 text-12 font-medium",
        tones[tone],
        className,
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
    </span>
  );
}

/** A number beside a label: plain, or on a colored background when it needs attention. */
export function CountBadge({ tone, children }: { tone?: "failed"; children: ReactNode }) {
  return tone ? (
    <span className="inline-flex min-h-[18px] min-w-[18px] items-center justify-center rounded-full bg-failed-wash px-1.5 font-mono text-12 font-medium text-failed tabular-nums">
      {children}
    </span>
  ) : (
    <span className="font-mono text-12 text-ink-3 tabular-nums">{children}</span>
  );
}

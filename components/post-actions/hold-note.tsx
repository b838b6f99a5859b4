"use client";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { formatHold } from "#lib/contract/messages/hold-message.ts";
import type { Post, PostHold } from "#lib/contract/types.ts";
import { useRole } from "#lib/queries/role-context.ts";

type HoldNoteProps = {
  hold: PostHold;
  /** The channel's name, else its platform's. */
  channel: string;
  author: NonNullable<Post["member"]> | null;
  /** True where a row has no room for what the reason means. */
  isShort?: boolean;
};

/** Says why a post won't go out, with the one step that ends it, or whom to ask. */
export function HoldNote({ hold, channel, author, isShort = false }: HoldNoteProps) {
  const { reason, short, text, step } = formatHold(hold, { channel, author, role: useRole() });
  const link = step ? (
    <PrefetchLink href={step.href} className="font-medium text-accent underline underline-offset-2 pointer-coarse:py-3">
      {step.label}
    </PrefetchLink>
  ) : null;
  if (isShort)
    return (
      <span className="flex min-w-0 items-baseline gap-x-2">
        <span title={`${reason}. ${text}`} className="min-w-0 truncate text-publishing">
          {short}
        </span>
        {/* Only in a box of its own the link's touch area takes no height from the row. */}
        {link ? <span className="shrink-0">{link}</span> : null}
      </span>
    );
  return (
    <p className="text-pretty text-14 text-publishing wrap-anywhere">
      {reason}. {text} {link}
    </p>
  );
}

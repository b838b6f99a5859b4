import type { ReactNode } from "react";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { ExclamationIcon } from "./exclamation-icon.tsx";

type BannerProps = {
  tone?: "plain" | "gold" | "failed" | "publishing";
  title?: ReactNode;
  actions?: ReactNode;
  /** `alert` interrupts a screen reader; use it for the result of the person's own action. */
  role?: "alert" | "status" | "note";
  className?: string;
  children?: ReactNode;
};

const notices = {
  plain: "bg-sunk text-ink-2",
  gold: "bg-gold-wash text-gold-text",
  failed: "bg-failed-wash text-failed",
  publishing: "bg-publishing-wash text-publishing",
};

/** A message in the page, beside its subject. */
export function Banner({ tone = "plain", title, actions, role = "note", className, children }: BannerProps) {
  return (
    <div
      role={role}
      className={joinClassNames(
        "flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control px-3 py-2.5 text-13",
        notices[tone],
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-60 gap-2.5">
        <ExclamationIcon className={joinClassNames("mt-px size-4", tone !== "failed" && "rotate-180")} />
        <div className="min-w-0">
          {title ? <strong className="font-semibold">{title} </strong> : null}
          {children}
        </div>
      </div>
      {actions ? <div className="flex gap-2">{actions}</div> : null}
    </div>
  );
}

import { CircleAlert, Info } from "lucide-react";
import type { ReactNode } from "react";
import { join } from "./join.ts";

type EmptyStateProps = {
  icon?: ReactNode;
  title: string;
  /** 1 where it is the whole page. */
  level?: 1 | 2;
  children?: ReactNode;
  actions?: ReactNode;
  className?: string;
};

/** Nothing here yet: what will stand here, and the step that brings it. */
export function EmptyState({ icon, title, level = 2, children, actions, className }: EmptyStateProps) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div className={join("grid justify-items-center gap-2 px-6 py-14 text-center", className)}>
      {icon ? (
        <div className="mb-1 grid size-11 place-items-center rounded-card bg-sunk text-ink-3 [&>svg]:size-5">
          {icon}
        </div>
      ) : null}
      <Heading className="text-15 font-semibold">{title}</Heading>
      {children ? <div className="max-w-[44ch] text-pretty text-14 text-ink-3">{children}</div> : null}
      {actions ? <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  );
}

type ErrorStateProps = {
  /** What happened, in a sentence. */
  title: string;
  /** 1 where it is the whole page. */
  level?: 1 | 2;
  /** What is safe, then what to do next. */
  children?: ReactNode;
  actions?: ReactNode;
  /** Kept in the log under this id; quoted when asking for help. */
  reference?: string;
  className?: string;
};

/** Something went wrong with a page or a part of it. */
export function ErrorState({ title, level = 2, children, actions, reference, className }: ErrorStateProps) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div role="alert" className={join("grid justify-items-center gap-2 px-6 py-14 text-center", className)}>
      <div className="mb-1 grid size-11 place-items-center rounded-card bg-failed-wash text-failed">
        <CircleAlert className="size-5" />
      </div>
      <Heading className="text-15 font-semibold">{title}</Heading>
      {children ? <div className="max-w-[48ch] text-pretty text-14 text-ink-2">{children}</div> : null}
      {actions ? <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div> : null}
      {reference ? <p className="mt-1 font-mono text-12 text-ink-3">Reference {reference}</p> : null}
    </div>
  );
}

type NoticeProps = {
  tone?: "plain" | "gold" | "failed" | "publishing";
  title?: ReactNode;
  actions?: ReactNode;
  /** `alert` interrupts a screen reader; for what a person's own act has just caused. */
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

/** A line that stands in the page beside what it speaks of. */
export function Notice({ tone = "plain", title, actions, role = "note", className, children }: NoticeProps) {
  const Icon = tone === "failed" ? CircleAlert : Info;
  return (
    <div
      role={role}
      className={join(
        "flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control px-3 py-2.5 text-13",
        notices[tone],
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-60 gap-2.5">
        <Icon className="mt-px size-4" />
        <div className="min-w-0">
          {title ? <strong className="font-semibold">{title} </strong> : null}
          {children}
        </div>
      </div>
      {actions ? <div className="flex gap-2">{actions}</div> : null}
    </div>
  );
}

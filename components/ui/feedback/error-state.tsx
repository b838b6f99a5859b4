import type { ReactNode } from "react";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { ExclamationIcon } from "./exclamation-icon.tsx";

type ErrorStateProps = {
  /** A sentence about what happened. */
  title: string;
  /** 1 when this state is the whole page. */
  level?: 1 | 2;
  /** What is safe, then what to do next. */
  children?: ReactNode;
  actions?: ReactNode;
  /** The error's id in the log, for support. */
  reference?: string;
  className?: string;
};

/** An error of a page or a part of it. */
export function ErrorState({ title, level = 2, children, actions, reference, className }: ErrorStateProps) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div role="alert" className={joinClassNames("grid justify-items-center gap-2 px-6 py-14 text-center", className)}>
      <div className="mb-1 grid size-11 place-items-center rounded-card bg-failed-wash text-failed">
        <ExclamationIcon className="size-5" />
      </div>
      <Heading className="text-15 font-semibold">{title}</Heading>
      {children ? <div className="max-w-[40ch] text-pretty text-14 text-ink-2">{children}</div> : null}
      {actions ? <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div> : null}
      {reference ? <p className="mt-1 font-mono text-12 text-ink-3">Reference {reference}</p> : null}
    </div>
  );
}

import type { ReactNode } from "react";
import { joinClassNames } from "#components/ui/join-class-names.ts";

type EmptyStateProps = {
  icon?: ReactNode;
  title: string;
  /** 1 when this state is the whole page. */
  level?: 1 | 2;
  children?: ReactNode;
  actions?: ReactNode;
  className?: string;
};

/** An empty list or page: says what will be here and offers the step that adds it. */
export function EmptyState({ icon, title, level = 2, children, actions, className }: EmptyStateProps) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div className={joinClassNames("grid justify-items-center gap-2 px-6 py-14 text-center", className)}>
      {icon ? (
        <div className="mb-1 grid size-11 place-items-center rounded-card bg-sunk text-ink-3 [&>svg]:size-5">
          {icon}
        </div>
      ) : null}
      <Heading className="text-15 font-semibold">{title}</Heading>
      {children ? <div className="max-w-[40ch] text-pretty text-14 text-ink-3">{children}</div> : null}
      {actions ? <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  );
}

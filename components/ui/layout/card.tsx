import type { ReactNode } from "react";
import { joinClassNames } from "#components/ui/join-class-names.ts";

type CardProps = {
  /** The title is an h2 unless `level` is 3. */
  title?: ReactNode;
  level?: 2 | 3;
  /** A count, a pill or a link at the right of the title. */
  aside?: ReactNode;
  /** `gold` for credit or one-time secrets, `accent` for the member's own, `failed` for failures. */
  edge?: "plain" | "gold" | "accent" | "failed";
  /** Without padding, for a table or a list that has its own. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
};

const edges = {
  plain: "border-line",
  gold: "border-gold",
  accent: "border-accent-line shadow-float",
  failed: "border-failed",
};

export function Card({ title, level = 2, aside, edge = "plain", flush, className, children }: CardProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section
      className={joinClassNames(
        "rounded-card border bg-paper",
        edges[edge],
        flush ? "overflow-hidden" : "p-[18px]",
        className,
      )}
    >
      {title || aside ? (
        <header
          className={joinClassNames("flex items-center justify-between gap-3", flush ? "px-[18px] pt-4 pb-3" : "mb-3")}
        >
          {title ? <Heading className="min-w-0 truncate text-15 font-semibold">{title}</Heading> : <span />}
          {aside ? <div className="flex items-center gap-2 text-13 text-ink-3">{aside}</div> : null}
        </header>
      ) : null}
      {children}
    </section>
  );
}

/** The surface of a text that is being written: the brightest part of its page. */
export function Paper({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <section className={joinClassNames("rounded-sheet border border-line bg-paper shadow-float", className)}>
      {children}
    </section>
  );
}

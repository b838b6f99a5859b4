import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { joinClassNames } from "#components/ui/join-class-names.ts";

type PageHeaderProps = {
  title: ReactNode;
  /** A short note beside the title: a count, "Saved 09:31". */
  note?: ReactNode;
  /** The parent page. */
  back?: { href: string; label: string };
  actions?: ReactNode;
  /** Stays on one line: the note is truncated instead. */
  oneLine?: boolean;
};

/** A page's header: its only h1 and its main actions. */
export function PageHeader({ title, note, back, actions, oneLine }: PageHeaderProps) {
  return (
    <header
      className={joinClassNames(
        "sticky top-0 z-20 flex min-h-top-bar items-center gap-x-3.5 gap-y-1 bg-desk px-7 py-2 max-sm:px-4",
        // On a phone it may have several lines, which would cover the page.
        !oneLine && "flex-wrap max-sm:static",
      )}
    >
      {back ? (
        <PrefetchLink
          href={back.href}
          className="-ml-1.5 inline-flex items-center gap-1.5 rounded-chip px-1.5 py-1 text-13 text-ink-3 hover:text-ink pointer-coarse:min-h-11"
        >
          <ChevronLeft className="size-4" />
          {back.label}
        </PrefetchLink>
      ) : null}
      <h1
        className={joinClassNames(
          "truncate text-17 font-semibold",
          // A long title below its parent's name is cut before the actions break to a second line.
          oneLine && !back ? "shrink-0" : back && !note ? "min-w-0 flex-[1_1_9rem]" : "min-w-0",
        )}
      >
        {title}
      </h1>
      {note ? (
        // In one line the note gives way before the title does.
        <div className="flex min-w-0 shrink-[100] items-center gap-1.5 text-13 text-ink-3 wrap-anywhere">{note}</div>
      ) : null}
      {actions ? (
        <div
          className={joinClassNames(
            "ml-auto flex max-w-full items-center justify-end gap-2",
            oneLine ? "shrink-0" : "flex-wrap",
          )}
        >
          {actions}
        </div>
      ) : null}
    </header>
  );
}

type PageProps = PageHeaderProps & {
  /** `reading` limits the content to 860 px, centered; `form` to 560 px at the left. */
  width?: "full" | "reading" | "form";
  children: ReactNode;
};

const widths = { full: "", reading: "mx-auto max-w-[944px]", form: "max-w-[616px]" };

/** A page with its header. */
export function Page({ width = "full", children, ...bar }: PageProps) {
  return (
    <>
      <PageHeader {...bar} />
      <div className={`w-full px-7 pt-1 pb-10 max-sm:px-4 ${widths[width]}`}>{children}</div>
    </>
  );
}

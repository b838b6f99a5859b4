import type { ReactNode } from "react";

export type PageSection = { id: string; title: string; content: ReactNode };

/**
 * A long page as a column of sections, each with the heading `title` and the fragment `id`; wide screens list them
 * beside it.
 */
export function SectionedPage({ label, parts }: { label: string; parts: readonly PageSection[] }) {
  return (
    <div className="grid items-start gap-x-[18px] lg:grid-cols-[200px_minmax(0,1fr)]">
      <nav aria-label={label} className="sticky top-[68px] max-lg:hidden">
        <ul className="grid gap-0.5">
          {parts.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="flex h-9 items-center rounded-control px-3 text-14 text-ink-2 hover:bg-sunk hover:text-ink"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid max-w-[944px] gap-9">
        {parts.map(({ id, content }) => (
          <div key={id} className="contents">
            {content}
          </div>
        ))}
      </div>
    </div>
  );
}

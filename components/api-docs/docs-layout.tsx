import type { ReactNode } from "react";
import type { ApiGroup } from "./parse-open-api.ts";

/** Returns a group's name as a heading: `api-keys` is `Api keys`. */
export function formatGroupName(name: string): string {
  const words = name.replaceAll("-", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** The page of all objects, which the calls of every group name. */
export const schemasPath = "/docs/schemas";

export const getGroupPath = (name: string): string => `/docs/${encodeURIComponent(name)}`;

type DocsLayoutProps = {
  groups: readonly ApiGroup[];
  /** Address of the open page. */
  current: string;
  /** Sections of the open page: fragment and label. */
  sections: readonly (readonly [id: string, label: string])[];
  children: ReactNode;
};

/** The frame of the API documentation: pages and sections at the left of wide screens, above the text on narrow ones. */
export function DocsLayout({ groups, current, sections, children }: DocsLayoutProps) {
  const contents = <Contents groups={groups} current={current} sections={sections} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 lg:grid-cols-[230px_minmax(0,1fr)]">
      <nav
        aria-label="Documentation"
        className="sticky top-6 max-h-[calc(100dvh-48px)] self-start overflow-y-auto pb-6 text-14 max-lg:hidden"
      >
        {contents}
      </nav>
      <div className="min-w-0">
        <details className="mb-6 rounded-card border bg-paper px-4 py-3 lg:hidden">
          <summary className="text-14 font-medium pointer-coarse:py-2">Contents</summary>
          <nav aria-label="Documentation" className="mt-3 text-14">
            {contents}
          </nav>
        </details>
        {children}
      </div>
    </div>
  );
}

function Contents({ groups, current, sections }: Omit<DocsLayoutProps, "children">) {
  const pages = [
    ["/docs", "Overview"],
    ...groups.map(({ name }) => [getGroupPath(name), formatGroupName(name)] as const),
    [schemasPath, "Schemas"],
  ] as const;
  const own = (
    <ul className="my-0.5 ml-2 border-l pl-2">
      {sections.map(([id, label]) => (
        <li key={id}>
          <ContentsLink href={`#${id}`}>{label}</ContentsLink>
        </li>
      ))}
    </ul>
  );
  return (
    <ul>
      {pages.map(([href, label]) => (
        <li key={href}>
          <ContentsLink href={href} isCurrent={current === href}>
            {label}
          </ContentsLink>
          {current === href ? own : null}
        </li>
      ))}
    </ul>
  );
}

function ContentsLink({ href, isCurrent, children }: { href: string; isCurrent?: boolean; children: ReactNode }) {
  return (
    // No client-side navigation: these pages are served from memory and have no scripts of the app.
    <a
      href={href}
      aria-current={isCurrent ? "page" : undefined}
      className={`block rounded-chip px-2 py-1 hover:bg-sunk pointer-coarse:py-3 ${isCurrent ? "bg-sunk font-medium" : "text-ink-2"}`}
    >
      {children}
    </a>
  );
}

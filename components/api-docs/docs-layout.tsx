import type { ReactNode } from "react";
import { audienceLabels, type GuideAudience, getGuidePath, guides } from "#lib/guides/guide-list.ts";
import type { ApiGroup } from "./parse-open-api.ts";

/** Returns a group's name as a heading: `api-keys` is `Api keys`. */
export function formatGroupName(name: string): string {
  const words = name.replaceAll("-", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

export const referencePath = "/docs/api";

/** The page of all objects, which the calls of every group name. */
export const schemasPath = `${referencePath}/schemas`;

export const getGroupPath = (name: string): string => `${referencePath}/${encodeURIComponent(name)}`;

type DocsSections = readonly (readonly [id: string, label: string])[];

type DocsLayoutProps = {
  groups: readonly ApiGroup[];
  /** Address of the open page. */
  current: string;
  /** Sections of the open page: fragment and label. */
  sections: DocsSections;
  /** False while the service in this process does not answer yet: the page is then rendered again for the next visitor. */
  isComplete?: boolean;
  children: ReactNode;
};

/** The frame of the documentation: pages and sections at the left of wide screens, below the text on narrow ones. */
export function DocsLayout({ groups, current, sections, isComplete = true, children }: DocsLayoutProps) {
  return (
    <div className="grid gap-x-10 lg:grid-cols-[228px_minmax(0,1fr)] print:block">
      {/* One list for all widths: below the text on narrow screens, where the link at the top leads to it. */}
      <nav
        id="contents"
        aria-label="Documentation"
        className="docs-contents text-14 max-lg:order-last max-lg:mt-10 max-lg:border-t max-lg:pt-6 lg:sticky lg:top-6 lg:max-h-[calc(100dvh-48px)] lg:self-start lg:overflow-y-auto lg:pb-6 print:hidden"
      >
        <Contents groups={groups} current={current} sections={sections} />
      </nav>
      <div className="min-w-0">
        <p className="mb-4 text-14 lg:hidden print:hidden">
          <a
            href="#contents"
            className="text-accent underline underline-offset-2 pointer-coarse:inline-block pointer-coarse:py-2"
          >
            Contents
          </a>
        </p>
        {/* `/docs.js` puts the search here. */}
        <div data-docs-search className="print:hidden" />
        <article {...(isComplete && { "data-complete": "" })}>{children}</article>
        <p className="mt-12 border-t pt-4 text-13 text-ink-3 print:hidden">
          <a href={`${current}.md`} className="underline underline-offset-2">
            This page as Markdown
          </a>
        </p>
      </div>
    </div>
  );
}

/** The pages of one audience, in the order of the navigation. */
const listGuideLinks = (audience: GuideAudience): DocsSections =>
  guides.filter((guide) => guide.audience === audience).map((guide) => [getGuidePath(guide), guide.label] as const);

function Contents({ groups, current, sections }: Pick<DocsLayoutProps, "groups" | "current" | "sections">) {
  const reference: DocsSections = [
    [referencePath, "Overview"],
    ...groups.map(({ name }) => [getGroupPath(name), formatGroupName(name)] as const),
    [schemasPath, "Schemas"],
  ];
  const own = (
    <ul className="my-0.5 ml-2 border-l pl-2">
      {sections.map(([id, label]) => (
        <li key={id}>
          <a href={`#${id}`}>{label}</a>
        </li>
      ))}
    </ul>
  );
  const chapters: readonly (readonly [string, DocsSections])[] = [
    ["", [["/docs", "Documentation"]]],
    [audienceLabels.people, listGuideLinks("people")],
    [audienceLabels.programs, listGuideLinks("programs")],
    ["API reference", reference],
    [audienceLabels.operators, listGuideLinks("operators")],
  ];
  return chapters.map(([title, pages]) => (
    <div key={title} className="mb-4">
      {title ? <p className="px-2 pb-1 text-12 text-ink-3">{title}</p> : null}
      <ul>
        {pages.map(([href, label]) => (
          <li key={href}>
            {/* No client-side navigation: these pages are served from memory and have no scripts of the app. */}
            <a href={href} aria-current={current === href ? "page" : undefined}>
              {label}
            </a>
            {current === href && sections.length > 0 ? own : null}
          </li>
        ))}
      </ul>
    </div>
  ));
}

import { audienceLabels, type GuideAudience, getGuidePath, guides } from "#lib/guides/guide-list.ts";
import { formatGroupName, getGroupPath, referencePath } from "./docs-layout.tsx";
import type { ApiGroup } from "./parse-open-api.ts";

const audiences: readonly GuideAudience[] = ["people", "programs", "operators"];

/** The first page of the documentation: every guide with its sentence, and the groups of the API. */
export function DocsHome({ groups }: { groups: readonly ApiGroup[] }) {
  return (
    <>
      <h1 className="text-26 font-semibold">Documentation</h1>
      <p className="mt-1 max-w-[72ch] text-14 text-ink-3">
        Guides for people who write, for the programs they use, and for operators. Assistants can read{" "}
        <a href="/docs.md" className="underline underline-offset-2">
          everything as Markdown
        </a>
        .
      </p>
      {audiences.map((audience) => (
        <section key={audience} aria-labelledby={audience} className="mt-8">
          <h2 id={audience} className="mb-2 scroll-mt-6 text-17 font-semibold">
            {audienceLabels[audience]}
          </h2>
          <ul className="grid gap-2.5 sm:grid-cols-2">
            {guides
              .filter((guide) => guide.audience === audience)
              .map((guide) => (
                <li key={guide.slug}>
                  <a
                    href={getGuidePath(guide)}
                    className="block h-full rounded-card border bg-paper px-4 py-3 hover:border-line-strong"
                  >
                    <span className="block text-15 font-semibold">{guide.label}</span>
                    <span className="block text-13 text-ink-2">{guide.summary}</span>
                  </a>
                </li>
              ))}
          </ul>
        </section>
      ))}
      <section aria-labelledby="reference" className="mt-8">
        <h2 id="reference" className="mb-1 scroll-mt-6 text-17 font-semibold">
          <a href={referencePath} className="hover:underline">
            API reference
          </a>
        </h2>
        <p className="text-14 text-ink-2">
          {groups.map(({ name }, at) => (
            <span key={name}>
              {at > 0 ? ", " : ""}
              <a href={getGroupPath(name)} className="text-accent underline underline-offset-2">
                {formatGroupName(name)}
              </a>
            </span>
          ))}
        </p>
      </section>
    </>
  );
}

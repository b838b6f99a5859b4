import { Banner } from "#components/ui/feedback/banner.tsx";
import { formatGroupName, getGroupPath } from "./docs-layout.tsx";
import { Markdown } from "./markdown.tsx";
import type { ApiDescription } from "./parse-open-api.ts";

type ApiOverviewProps = {
  reference: ApiDescription;
  baseUrl: string;
  /** True for a service that does not describe itself. */
  isFallback: boolean;
};

/** The first page of the API reference: every endpoint at a glance, and the rules that all share. */
export function ApiOverview({ reference, baseUrl, isFallback }: ApiOverviewProps) {
  const { title, version, prose, groups } = reference;
  return (
    <>
      <h1 className="text-26 font-semibold">{title} API</h1>
      {isFallback ? (
        <Banner>
          This publishing service doesn't describe its API. These are the eight endpoints that every compatible service
          has; ask its administrator about others.
        </Banner>
      ) : (
        <p className="mt-1 text-14 text-ink-3">
          Version {version}, at <code className="font-mono text-13 wrap-anywhere">{baseUrl}</code>. For programs:{" "}
          <a href={`${baseUrl}/openapi.json`} className="text-accent underline underline-offset-2">
            openapi.json
          </a>
        </p>
      )}
      <h2 id="endpoints" className="mt-8 scroll-mt-6 text-17 font-semibold">
        Endpoints
      </h2>
      <div data-endpoint-index>
        {groups.map(({ name, description, operations }) => (
          <section key={name} aria-labelledby={`group-${name}`} className="mt-5">
            <h3 id={`group-${name}`} className="text-15 font-semibold">
              <a href={getGroupPath(name)} className="hover:underline">
                {formatGroupName(name)}
              </a>
            </h3>
            {description ? <p className="text-13 text-ink-3">{description}</p> : null}
            <ul className="mt-1.5 grid">
              {operations.map(({ id, method, path, summary }) => (
                <li key={id}>
                  <a
                    href={`${getGroupPath(name)}#${id}`}
                    className="-mx-2 grid grid-cols-[56px_minmax(0,1fr)] gap-x-2 rounded-chip px-2 py-1 hover:bg-sunk sm:grid-cols-[56px_minmax(0,280px)_minmax(0,1fr)] pointer-coarse:py-3"
                  >
                    <span className="font-mono text-12 leading-5 font-semibold text-ink-2">{method}</span>
                    <span className="font-mono text-13 leading-5 wrap-anywhere">{path}</span>
                    <span className="text-14 text-ink-2 max-sm:col-start-2">{summary}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <Markdown markdown={prose} />
    </>
  );
}

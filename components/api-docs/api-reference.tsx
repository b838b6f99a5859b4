import { Card } from "#components/ui/layout/card.tsx";
import { EndpointCard, FieldList } from "./endpoint-card.tsx";
import { Markdown, parseMarkdown, toAnchorId } from "./markdown.tsx";
import type { ApiDescription, ApiOperation } from "./parse-open-api.ts";

/** The API on one page: contents at the left of wide screens, then the introduction, each endpoint and each schema. */
export function ApiReference({ reference, baseUrl }: { reference: ApiDescription; baseUrl: string }) {
  const { title, version, prose, operations, shapes } = reference;
  const headings = parseMarkdown(prose).flatMap((block) => (block.type === "heading" ? [block.text] : []));
  const contents = (
    <>
      <Contents label="General" links={headings.map((heading) => [toAnchorId(heading), heading])} />
      <Contents label="Endpoints" links={operations.map((operation) => [operation.id, operation.summary])} />
      <Contents label="Schemas" links={shapes.map((shape) => [`shape-${shape.name}`, shape.name])} />
    </>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 lg:grid-cols-[230px_minmax(0,1fr)]">
      <nav
        aria-label="Contents"
        className="sticky top-6 max-h-[calc(100dvh-48px)] self-start overflow-y-auto text-14 max-lg:hidden"
      >
        {contents}
      </nav>
      <div className="min-w-0">
        <h1 className="text-26 font-semibold">{title} API</h1>
        <p className="mt-1 text-14 text-ink-3">
          Version {version}, at <code className="font-mono text-13 [overflow-wrap:anywhere]">{baseUrl}</code>. For
          programs:{" "}
          <a href={`${baseUrl}/openapi.json`} className="text-accent underline underline-offset-2">
            openapi.json
          </a>
        </p>
        <details className="mt-4 rounded-card border bg-paper px-4 py-3 lg:hidden">
          <summary className="text-14 font-medium pointer-coarse:py-2">Contents</summary>
          <nav aria-label="Contents" className="mt-3 text-14">
            {contents}
          </nav>
        </details>
        <Markdown markdown={prose} />
        <h2 id="endpoints" className="mt-12 scroll-mt-6 text-17 font-semibold">
          Endpoints
        </h2>
        {operations.map((operation: ApiOperation) => (
          <EndpointCard key={operation.id} operation={operation} baseUrl={baseUrl} />
        ))}
        <h2 className="mt-12 mb-3 text-17 font-semibold">Shapes</h2>
        <div className="grid gap-3.5">
          {shapes.map((shape) => (
            <div key={shape.name} id={`shape-${shape.name}`} className="scroll-mt-6">
              <Card title={shape.name} level={3}>
                <FieldList label="Fields" fields={shape.fields} />
              </Card>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

function Contents({ label, links }: { label: string; links: [id: string, words: string][] }) {
  if (links.length === 0) return null;
  return (
    <div className="mb-4">
      <p className="mb-1 text-12 text-ink-3">{label}</p>
      <ul className="max-lg:columns-2">
        {links.map(([id, words]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="-mx-2 block rounded-chip px-2 py-1 text-ink-2 hover:bg-sunk hover:text-ink pointer-coarse:py-3"
            >
              {words}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

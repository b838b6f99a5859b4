import { Badge } from "#components/ui/feedback/badge.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { formatCurlCommand } from "./curl-command.ts";
import { InlineMarkdown, Markdown, parseMarkdown, toAnchorId } from "./markdown.tsx";
import type { ApiDescription, ApiField, ApiOperation } from "./parse-open-api.ts";

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

/** Shows one endpoint: description, scope, parameters, answer and a command to try it. */
function EndpointCard({ operation, baseUrl }: { operation: ApiOperation; baseUrl: string }) {
  const { method, path, summary, description, parameters, body, answer, errors } = operation;
  return (
    <article id={operation.id} aria-labelledby={`${operation.id}-name`} className="mt-8 scroll-mt-6">
      <h3 id={`${operation.id}-name`} className="text-15 font-semibold">
        {summary}
      </h3>
      <p className="mt-1 flex flex-wrap items-center gap-2 font-mono text-14">
        <span className="font-semibold">{method}</span>
        <span className="[overflow-wrap:anywhere]">{path}</span>
        <ScopeBadge scope={operation.scope} />
      </p>
      {description.split("\n\n").map((line) => (
        <p key={line} className="mt-2 max-w-[72ch] text-14 text-ink-2">
          <InlineMarkdown text={line} />
        </p>
      ))}
      <Card className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-4">
        {parameters.length > 0 ? <FieldList label="Parameters" fields={parameters} /> : null}
        {body && body.fields.length > 0 ? <FieldList label={`Body, ${body.contentType}`} fields={body.fields} /> : null}
        {body && body.fields.length === 0 ? <ShapeLine label={`Body, ${body.contentType}`} type={body.shape} /> : null}
        {answer ? <ShapeLine label={`Response, ${answer.status}`} type={answer.shape} /> : null}
        <Example head="Try it" label={`Try it: ${summary}`} text={formatCurlCommand(operation, baseUrl)} />
        {answer?.example === undefined ? null : (
          <details>
            <summary className="text-13 font-medium text-ink-2 pointer-coarse:py-3">Example response</summary>
            <Example label={`Response of ${summary}`} text={JSON.stringify(answer.example, null, 2)} />
          </details>
        )}
        {errors.length > 0 ? (
          <div>
            <h4 className="mb-1.5 text-12 text-ink-3">Errors</h4>
            <ul className="grid gap-1 text-13">
              {errors.map((error) => (
                <li key={error.status} className="grid grid-cols-[36px_minmax(0,1fr)]">
                  <code className="font-mono">{error.status}</code>
                  <span className="text-ink-2">
                    <InlineMarkdown text={error.description} />
                  </span>
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </Card>
    </article>
  );
}

function ScopeBadge({ scope }: { scope: ApiOperation["scope"] }) {
  if (scope === undefined) return null;
  if (scope === null) return <Badge>public</Badge>;
  return <Badge tone="accent">{scope === "any" ? "any key" : scope}</Badge>;
}

/** Shows a schema's name as a link to its list of fields. */
function SchemaTypeLink({ type }: { type: string }) {
  const name = /(?:^|array of )([A-Z]\w+)$/.exec(type)?.[1];
  if (!name) return <code className="font-mono text-12 text-ink-2 [overflow-wrap:anywhere]">{type}</code>;
  return (
    <code className="font-mono text-12 text-ink-2">
      {type.slice(0, type.length - name.length)}
      <a href={`#shape-${name}`} className="text-accent underline underline-offset-2">
        {name}
      </a>
    </code>
  );
}

function ShapeLine({ label, type }: { label: string; type: string }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2.5">
      <span className="text-12 text-ink-3">{label}</span>
      <SchemaTypeLink type={type} />
    </p>
  );
}

/** Lists fields: each name with its type and its description. */
function FieldList({ label, fields }: { label: string; fields: readonly (ApiField & { place?: string })[] }) {
  return (
    <div>
      <h4 className="mb-1.5 text-12 text-ink-3">{label}</h4>
      <dl className="grid gap-2">
        {fields.map(({ name, type, required, description, place }) => (
          <div key={name}>
            <dt className="flex flex-wrap items-baseline gap-x-2">
              <code className="font-mono text-13 font-medium">{name}</code>
              <SchemaTypeLink type={type} />
              {required ? <span className="text-12 text-ink-2">required</span> : null}
              {place ? <span className="text-12 text-ink-3">in {place}</span> : null}
            </dt>
            {description ? (
              <dd className="text-13 text-ink-2">
                <InlineMarkdown text={description} />
              </dd>
            ) : null}
          </div>
        ))}
      </dl>
    </div>
  );
}

function Example({ head, label, text }: { head?: string; label: string; text: string }) {
  return (
    <div className={head ? undefined : "mt-1.5"}>
      {head ? <h4 className="mb-1.5 text-12 text-ink-3">{head}</h4> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must be able to scroll this element sideways */}
      <section tabIndex={0} aria-label={label} className="overflow-x-auto rounded-control bg-sunk px-3 py-2.5">
        <pre className="font-mono text-12">{text}</pre>
      </section>
    </div>
  );
}

import { Badge } from "#components/ui/feedback/badge.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { formatCurlCommand } from "./curl-command.ts";
import { InlineMarkdown } from "./markdown.tsx";
import type { ApiField, ApiOperation } from "./parse-open-api.ts";

/** Shows one endpoint: description, scope, parameters, answer and a command to try it. */
export function EndpointCard({ operation, baseUrl }: { operation: ApiOperation; baseUrl: string }) {
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
export function SchemaTypeLink({ type }: { type: string }) {
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
export function FieldList({ label, fields }: { label: string; fields: readonly (ApiField & { place?: string })[] }) {
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

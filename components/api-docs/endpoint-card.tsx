import { Fragment } from "react";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { CodeBlock, CodeSamples } from "./code-block.tsx";
import { formatCodeSamples } from "./code-samples.ts";
import { schemasPath } from "./docs-layout.tsx";
import { InlineMarkdown } from "./markdown.tsx";
import type { ApiField, ApiOperation } from "./parse-open-api.ts";

/** Shows one endpoint: description, scope, parameters, answer and a command to try it. */
export function EndpointCard({ operation, baseUrl }: { operation: ApiOperation; baseUrl: string }) {
  const { method, path, summary, description, parameters, body, answer, errors } = operation;
  return (
    <article id={operation.id} aria-labelledby={`${operation.id}-name`} className="mt-8 scroll-mt-6">
      <h2 id={`${operation.id}-name`} className="text-17 font-semibold">
        <a href={`#${operation.id}`} className="hover:underline">
          {summary}
        </a>
      </h2>
      <p className="mt-1 flex flex-wrap items-center gap-2 font-mono text-14">
        <span className="font-semibold">{method}</span>
        <span className="wrap-anywhere">{path}</span>
        <ScopeBadge scope={operation.scope} />
      </p>
      {description.split("\n\n").map((line) => (
        <p key={line} className="mt-2 max-w-[72ch] text-14 text-ink-2">
          <InlineMarkdown text={line} />
        </p>
      ))}
      <Card className="docs-fields mt-3 grid gap-4">
        {parameters.length > 0 ? <FieldList label="Parameters" fields={parameters} /> : null}
        {body && body.fields.length > 0 ? <FieldList label={`Body, ${body.contentType}`} fields={body.fields} /> : null}
        {body && body.fields.length === 0 ? (
          <SchemaLine label={`Body, ${body.contentType}`} type={body.schema} />
        ) : null}
        {answer ? <SchemaLine label={`Response, ${answer.status}`} type={answer.schema} /> : null}
        <div>
          <h3 className="mb-1.5 text-12 text-ink-3">Example</h3>
          <CodeSamples label={summary} samples={formatCodeSamples(operation, baseUrl)} />
        </div>
        {answer?.example === undefined ? null : (
          <details>
            <summary className="text-13 font-medium text-ink-2 pointer-coarse:py-3">Example response</summary>
            <div className="mt-1.5">
              <CodeBlock label={`Response of ${summary}`} code={JSON.stringify(answer.example, null, 2)} />
            </div>
          </details>
        )}
        {errors.length > 0 ? (
          <p className="text-13">
            <span className="mr-2 text-12 text-ink-3">Errors</span>
            {[...new Set(errors.map((error) => error.status))].map((status, at) => (
              <Fragment key={status}>
                {at > 0 ? ", " : null}
                <a href={`#error-${status}`} className="font-mono text-accent underline underline-offset-2">
                  {status}
                </a>
              </Fragment>
            ))}
          </p>
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
  if (!name) return <i>{type}</i>;
  return (
    <i>
      {type.slice(0, type.length - name.length)}
      <a href={`${schemasPath}#${name}`}>{name}</a>
    </i>
  );
}

function SchemaLine({ label, type }: { label: string; type: string }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2.5">
      <span className="text-12 text-ink-3">{label}</span>
      <SchemaTypeLink type={type} />
    </p>
  );
}

/** Lists fields: each name with its type and its description. An element around it has the class `docs-fields`. */
export function FieldList({ label, fields }: { label: string; fields: readonly (ApiField & { place?: string })[] }) {
  return (
    <div>
      <h3 className="mb-1.5 text-12 text-ink-3">{label}</h3>
      <dl>
        {fields.map(({ name, type, required, description, place }) => (
          <div key={name}>
            <dt>
              <b>{name}</b> <SchemaTypeLink type={type} />
              {required ? " required" : null}
              {place ? ` in ${place}` : null}
            </dt>
            {description ? (
              <dd>
                <InlineMarkdown text={description} />
              </dd>
            ) : null}
          </div>
        ))}
      </dl>
    </div>
  );
}

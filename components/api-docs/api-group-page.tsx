import { Card } from "#components/ui/layout/card.tsx";
import { formatGroupName } from "./docs-layout.tsx";
import { EndpointCard, FieldList } from "./endpoint-card.tsx";
import { InlineMarkdown } from "./markdown.tsx";
import type { ApiGroup, ApiSchema } from "./parse-open-api.ts";

/** The endpoints of one group, and below them the errors that they return. */
export function ApiGroupPage({ group, baseUrl }: { group: ApiGroup; baseUrl: string }) {
  return (
    <>
      <h1 id="endpoints" className="text-26 font-semibold">
        {formatGroupName(group.name)}
      </h1>
      {group.description ? <p className="mt-1 text-14 text-ink-3">{group.description}</p> : null}
      {group.operations.map((operation) => (
        <EndpointCard key={operation.id} operation={operation} baseUrl={baseUrl} />
      ))}
      <h2 id="errors" className="mt-12 mb-3 scroll-mt-6 text-17 font-semibold">
        Errors
      </h2>
      <ul className="grid gap-1.5 text-14">
        {listGroupErrors(group).map(({ status, descriptions }) => (
          <li key={status} id={`error-${status}`} className="grid scroll-mt-6 grid-cols-[44px_minmax(0,1fr)]">
            <code className="font-mono">{status}</code>
            <span className="text-ink-2">
              <InlineMarkdown text={descriptions.join(" ")} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Returns the statuses that the group's endpoints may answer with, each with its meanings. */
function listGroupErrors({ operations }: ApiGroup): { status: string; descriptions: string[] }[] {
  const byStatus = Map.groupBy(
    operations.flatMap((operation) => operation.errors),
    (error) => error.status,
  );
  return [...byStatus]
    .map(([status, errors]) => ({ status, descriptions: [...new Set(errors.map((error) => error.description))] }))
    .sort((one, other) => one.status.localeCompare(other.status));
}

/** Every object that the endpoints take and return. */
export function ApiSchemasPage({ schemas }: { schemas: readonly ApiSchema[] }) {
  return (
    <>
      <h1 id="endpoints" className="mb-4 text-26 font-semibold">
        Schemas
      </h1>
      <div className="docs-fields grid gap-3.5">
        {schemas.map((schema) => (
          <div key={schema.name} id={schema.name} className="scroll-mt-6">
            <Card title={schema.name} level={2}>
              <FieldList label="Fields" fields={schema.fields} />
            </Card>
          </div>
        ))}
      </div>
    </>
  );
}

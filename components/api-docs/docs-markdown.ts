import { audienceLabels, type GuideAudience, getGuidePath, guides } from "#lib/guides/guide-list.ts";
import { formatCodeSamples } from "./code-samples.ts";
import { formatGroupName, getGroupPath, referencePath, schemasPath } from "./docs-layout.tsx";
import type { ApiDescription, ApiField, ApiGroup, ApiOperation } from "./parse-open-api.ts";

const audiences: readonly GuideAudience[] = ["programs", "people", "operators"];

/** The index of the documentation for assistants: each page's Markdown with one sentence. */
export function formatDocsIndex({ title, groups }: ApiDescription, baseUrl: string): string {
  return [
    `# ${title}`,
    `Write a post once and publish it on every channel of an organization, now or at a set time. The API is at \`${baseUrl}\`.`,
    "Each page below is Markdown. The same address without `.md` is the page for people.",
    ...audiences.flatMap((audience) => [
      `## ${audienceLabels[audience]}`,
      guides
        .filter((guide) => guide.audience === audience)
        .map((guide) => `- [${guide.label}](${getGuidePath(guide)}.md): ${guide.summary}`)
        .join("\n"),
    ]),
    "## API reference",
    [
      `- [Overview](${referencePath}.md): Every endpoint in one line, and the rules that all endpoints share.`,
      ...groups.map(
        ({ name, description }) => `- [${formatGroupName(name)}](${getGroupPath(name)}.md): ${description}`,
      ),
      `- [Schemas](${schemasPath}.md): Every object that the endpoints take and return.`,
    ].join("\n"),
    "",
  ].join("\n\n");
}

/** The endpoints in one line each, and the rules that all share. */
export function formatReference({ title, version, prose, groups }: ApiDescription, baseUrl: string): string {
  return [
    `# ${title} API`,
    `Version ${version}, at \`${baseUrl}\`.`,
    "## Endpoints",
    ...groups.map(({ name, operations }) =>
      [
        `### [${formatGroupName(name)}](${getGroupPath(name)}.md)\n`,
        ...operations.map(({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}`),
      ].join("\n"),
    ),
    prose,
    "",
  ].join("\n\n");
}

/** The endpoints of one group with their fields, an example and their errors. */
export function formatGroup({ name, description, operations }: ApiGroup, baseUrl: string): string {
  return [
    `# ${formatGroupName(name)}`,
    description,
    ...operations.map((operation) => formatOperation(operation, baseUrl)),
    "",
  ].join("\n\n");
}

function formatOperation(operation: ApiOperation, baseUrl: string): string {
  const { method, path, summary, description, parameters, body, answer, errors } = operation;
  const [curl] = formatCodeSamples(operation, baseUrl);
  return [
    `## ${summary}`,
    `\`${method} ${path}\``,
    description,
    ...(parameters.length > 0 ? [`Parameters:\n\n${formatFields(parameters)}`] : []),
    ...(body && body.fields.length > 0 ? [`Body, ${body.contentType}:\n\n${formatFields(body.fields)}`] : []),
    ...(answer ? [`Response ${answer.status}: ${answer.schema}`] : []),
    ...(curl ? [`\`\`\`sh\n${curl.code}\n\`\`\``] : []),
    ...(errors.length > 0 ? [`Errors: ${[...new Set(errors.map(({ status }) => status))].join(", ")}`] : []),
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** Every object with its fields. */
export function formatSchemas({ schemas }: ApiDescription): string {
  return ["# Schemas", ...schemas.map(({ name, fields }) => `## ${name}\n\n${formatFields(fields)}`), ""].join("\n\n");
}

const formatFields = (fields: readonly (ApiField & { place?: string })[]): string =>
  fields
    .map(({ name, type, required, description, place }) => {
      const facts = [type, ...(required ? ["required"] : []), ...(place ? [`in ${place}`] : [])].join(", ");
      return `- \`${name}\` (${facts})${description ? `: ${description}` : ""}`;
    })
    .join("\n");

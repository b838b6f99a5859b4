import * as z from "zod";
import { type Api, api, type EndpointName } from "../../lib/contract/api.ts";
import type { Endpoint } from "../../lib/contract/endpoint.ts";
import { errorStatus } from "../../lib/contract/errors.ts";
import { webhookEvents } from "../../lib/contract/resources/notification-kinds.ts";
import { Pagination } from "../../lib/contract/resources/posts.ts";
import { scopes } from "../../lib/contract/scopes.ts";
import { type JsonSchema, printComment, printType, type SchemaUse } from "./print-schema.ts";

const head = "// Generated from lib/contract by `npm run types` in packages/client. Do not edit.\n";

/** Named types of the contract, each printed once. */
type NamedTypes = Map<string, string>;

/** The generated files of the client package by name: types with their comments, and the table that requests are made from. */
export function generateClientTypes(): Record<"contract-types.d.ts" | "operations.ts", string> {
  const named: NamedTypes = new Map();
  const entries = Object.entries(api) as [EndpointName, Endpoint][];
  const operations = entries.map(([name, endpoint]) => printOperation(named, name, endpoint)).join("");
  printSchema(named, Pagination, "received");
  const types = [...named].sort(([one], [other]) => one.localeCompare(other, "en")).map(([, text]) => text);
  const constants = [
    printConstant("ErrorCode", "A code of the service's errors.", Object.keys(errorStatus)),
    printConstant("Scope", "A permission of an API key.", scopes),
    printConstant("WebhookEventType", "An event that a webhook can receive.", webhookEvents),
  ];
  const everyOperation = `/** Every operation of the API by name: its input and its result. */\nexport interface Operations {\n${operations}}\n`;
  return {
    "contract-types.d.ts": `${head}\n${[...constants, ...types, everyOperation].join("\n")}`,
    "operations.ts": printTable(entries),
  };
}

const printConstant = (name: string, comment: string, values: readonly string[]) =>
  `${printComment(comment, 0)}export type ${name} = ${values.map((value) => JSON.stringify(value)).join(" | ")};\n`;

/** Prints a schema and adds the named types it refers to. */
function printSchema(named: NamedTypes, schema: z.ZodType, use: SchemaUse, depth = 0): string {
  const io = use === "sent" ? "input" : "output";
  const { $defs = {}, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as JsonSchema;
  for (const [name, definition] of Object.entries($defs)) addNamed(named, name, definition, use);
  if (json.id === undefined) return printType(json, use, depth);
  addNamed(named, json.id, json, use);
  return json.id;
}

/** @throws Error if one name has two shapes: the contract then needs a second name. */
function addNamed(named: NamedTypes, name: string, schema: JsonSchema, use: SchemaUse): void {
  const text = `${printComment(schema.description, 0)}export type ${name} = ${printType(schema, use)};\n`;
  const before = named.get(name);
  const isSame = before?.replaceAll(" | (string & {})", "") === text.replaceAll(" | (string & {})", "");
  if (before !== undefined && !isSame) throw new Error(`The contract has two shapes of ${name}.`);
  if (before === undefined || use === "sent") named.set(name, text);
}

function printOperation(named: NamedTypes, name: EndpointName, endpoint: Endpoint): string {
  const inputs = [endpoint.params, endpoint.query].flatMap((one) => (one ? [printSchema(named, one, "sent", 2)] : []));
  if (endpoint.body) inputs.push(printSchema(named, endpoint.body, "sent", 2));
  if (endpoint.file !== undefined) inputs.push(`{ ${endpoint.file}: Blob }`);
  const data = endpoint.stream ? "Response" : printSchema(named, endpoint.data, "received", 2);
  const isOptional = endpoint.file === undefined && acceptsNothing(endpoint);
  const lines = [
    `    input: ${inputs.length === 0 ? "undefined" : inputs.join(" & ")}${isOptional && inputs.length > 0 ? " | undefined" : ""};\n`,
    `    data: ${data};\n`,
    endpoint.paginated ? "    pagination: Pagination;\n" : "",
  ];
  return `${printComment(describeOperation(endpoint), 1)}  ${name}: {\n${lines.join("")}  };\n`;
}

const acceptsNothing = ({ params, query, body }: Endpoint) =>
  [params, query, body].every((schema) => schema === undefined || schema.safeParse({}).success);

function describeOperation({ summary, description, scope, method, path, errors }: Endpoint): string {
  const access = scope === null ? "Requires no key." : scope === "any" ? "Any key." : `Scope: \`${scope}\`.`;
  const refusals = `Errors: ${errors.map((code) => `\`${code}\``).join(", ")}.`;
  return [
    `${summary}.`,
    ...(description ? ["", description] : []),
    "",
    `\`${method} ${path}\`. ${access} ${refusals}`,
  ].join("\n");
}

/** The table that requests are made from, one line for each operation. */
function printTable(entries: readonly [keyof Api, Endpoint][]): string {
  const rows = entries.map(([name, endpoint]) => {
    const fields = [
      `method: ${JSON.stringify(endpoint.method)}`,
      `path: ${JSON.stringify(endpoint.path)}`,
      ...(endpoint.query ? [`query: ${JSON.stringify(Object.keys(endpoint.query.shape))}`] : []),
      ...(endpoint.body ? ["body: true"] : []),
      ...(endpoint.file !== undefined ? [`file: ${JSON.stringify(endpoint.file)}`] : []),
      ...(endpoint.stream ? ["stream: true"] : []),
      ...(endpoint.repeatSafe ? ["repeatSafe: true"] : []),
    ];
    return `  ${name}: { ${fields.join(", ")} },\n`;
  });
  return `${head}
/** The way to send an operation. \`repeatSafe\`: the service keeps its \`Idempotency-Key\`. */
export type OperationRequest = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  query?: readonly string[];
  body?: boolean;
  file?: string;
  stream?: boolean;
  repeatSafe?: boolean;
};

export const operations = {
${rows.join("")}} as const satisfies Record<string, OperationRequest>;
`;
}

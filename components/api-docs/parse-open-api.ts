import { formatNumber } from "#components/ui/format-number.ts";
/** An OpenAPI description in the form this page shows. */
export type ApiDescription = {
  title: string;
  version: string;
  /** Markdown. */
  prose: string;
  /** The endpoints by tag, in the order of the description. */
  groups: ApiGroup[];
  schemas: ApiSchema[];
};
export type ApiGroup = { name: string; description: string; operations: ApiOperation[] };
export type ApiField = { name: string; type: string; required: boolean; description: string };
export type ApiSchema = { name: string; fields: ApiField[] };
export type ApiOperation = {
  id: string;
  /** The first tag; without one the first segment of the path. */
  group: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  /** A scope's name, `any`, or null for an endpoint that needs no key; undefined when the description gives none. */
  scope: string | null | undefined;
  parameters: (ApiField & { place: string; example: unknown })[];
  body: { contentType: string; schema: string; fields: ApiField[]; example: unknown } | null;
  answer: { status: string; contentType: string; schema: string; example: unknown } | null;
  errors: { status: string; description: string }[];
};

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const object = (value: unknown): Json => (isObject(value) ? value : {});
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const methods = new Set(["get", "post", "patch", "put", "delete"]);

/**
 * Parses an OpenAPI 3 description, ours or another service's, and leaves out anything it can't read.
 * @returns null when the description has no endpoint.
 */
export function parseOpenApi(description: unknown): ApiDescription | null {
  const root = object(description);
  const components = object(root["components"]);
  const operations = Object.entries(object(root["paths"])).flatMap(([path, at]) =>
    Object.entries(object(at))
      .filter(([method]) => methods.has(method))
      .map(([method, operation]) => parseOperation(method, path, object(operation), components)),
  );
  if (operations.length === 0) return null;
  const info = object(root["info"]);
  const schemas = Object.entries(object(components["schemas"]));
  return {
    title: text(info["title"]) || "API",
    version: text(info["version"]),
    prose: text(info["description"]),
    groups: groupByTag(operations, list(root["tags"]).map(object)),
    schemas: schemas
      .map(([name, schema]) => ({ name, fields: listApiFields(object(schema)) }))
      .filter(({ fields }) => fields.length > 0),
  };
}

/** Groups operations in the order of the tags; tags that the description does not list come last. */
function groupByTag(operations: readonly ApiOperation[], tags: readonly Json[]): ApiGroup[] {
  const found = Map.groupBy(operations, (operation) => operation.group);
  const described = new Map(tags.map((tag) => [text(tag["name"]), text(tag["description"])]));
  return [...new Set([...described.keys(), ...found.keys()])].flatMap((name) => {
    const own = found.get(name);
    return own ? [{ name, description: described.get(name) ?? "", operations: own }] : [];
  });
}

function parseOperation(method: string, path: string, operation: Json, components: Json): ApiOperation {
  const parameters = list(operation["parameters"]).map((one) => {
    const parameter = object(one);
    const schema = object(parameter["schema"]);
    return {
      ...toApiField(text(parameter["name"]), schema, parameter["required"] === true),
      description: text(parameter["description"]) || describe(schema),
      place: text(parameter["in"]),
      example: parameter["example"],
    };
  });
  const answers = Object.entries(object(operation["responses"]));
  const good = answers.find(([status]) => status.startsWith("2"));
  const scope = operation["x-scope"];
  return {
    id: text(operation["operationId"]) || `${method}${path.replace(/\W+/g, "-")}`,
    group: text(list(operation["tags"])[0]) || (/[a-z][a-z-]*/i.exec(path)?.[0] ?? "api").toLowerCase(),
    method: method.toUpperCase(),
    path,
    summary: text(operation["summary"]) || `${method.toUpperCase()} ${path}`,
    description: text(operation["description"]),
    scope: typeof scope === "string" || scope === null ? scope : undefined,
    parameters,
    body: parseBody(object(operation["requestBody"]), components),
    answer: good ? parseAnswer(good[0], object(good[1])) : null,
    errors: answers
      .filter(([status]) => !status.startsWith("2"))
      .map(([status, answer]) => ({
        status,
        description: text(resolveResponse(object(answer), components)["description"]),
      })),
  };
}

/** Returns a response, also where the operation only refers to it. */
function resolveResponse(answer: Json, components: Json): Json {
  const name = /^#\/components\/responses\/(.+)$/.exec(text(answer["$ref"]))?.[1];
  return name === undefined ? answer : object(object(components["responses"])[name]);
}

function parseBody(body: Json, components: Json): ApiOperation["body"] {
  const [first] = Object.entries(object(body["content"]));
  if (!first) return null;
  const [contentType, media] = first;
  const { schema, example } = object(media);
  const fields = listApiFields(resolveSchema(object(schema), components));
  return { contentType, schema: formatSchemaType(object(schema)), fields, example };
}

function parseAnswer(status: string, answer: Json): ApiOperation["answer"] {
  const [contentType = "", media] = Object.entries(object(answer["content"]))[0] ?? [];
  const { schema, example } = object(media);
  const data = object(object(object(schema)["properties"])["data"]);
  return { status, contentType, schema: formatSchemaType(data), example };
}

/** Returns a schema, also where a body only refers to it: its fields are shown beside the call. */
function resolveSchema(schema: Json, components: Json): Json {
  const name = /^#\/components\/schemas\/(.+)$/.exec(text(schema["$ref"]))?.[1];
  return name === undefined ? schema : object(object(components["schemas"])[name]);
}

function listApiFields(schema: Json): ApiField[] {
  const required = new Set(list(schema["required"]));
  return Object.entries(object(schema["properties"])).map(([name, one]) =>
    toApiField(name, object(one), required.has(name)),
  );
}

function toApiField(name: string, schema: Json, required: boolean): ApiField {
  return { name, type: formatSchemaType(schema), required, description: describe(schema) };
}

/**
 * Returns a schema's name or its type as text: `string or null`, `array of Post`, `draft
 * scheduled`.
 */
export function formatSchemaType(schema: Json): string {
  const ref = text(schema["$ref"]);
  if (ref) return ref.split("/").at(-1) ?? "object";
  const options = [...list(schema["anyOf"]), ...list(schema["oneOf"])].map((one) => formatSchemaType(object(one)));
  if (options.length > 0) return [...new Set(options)].join(" or ");
  const values = list(schema["enum"]);
  if (values.length > 0) return values.map((value) => String(value)).join(" | ");
  const types = Array.isArray(schema["type"]) ? schema["type"].map((one) => String(one)) : [text(schema["type"])];
  return types.map((type) => formatPrimitiveType(type, schema)).join(" or ") || "any";
}

function formatPrimitiveType(type: string, schema: Json): string {
  if (type === "array") return `array of ${formatSchemaType(object(schema["items"]))}`;
  if (type === "string" && schema["format"] === "date-time") return "date-time";
  if (type === "string" && schema["format"] === "binary") return "file";
  return type;
}

/** Returns a field's description with the limits that a caller must respect. */
function describe(schema: Json): string {
  const inner = [...list(schema["anyOf"])].map((one) => text(object(one)["description"])).find(Boolean) ?? "";
  const said = text(schema["description"]) || inner;
  const limits = [
    range(schema, "minimum", "maximum", ""),
    range(schema, "minItems", "maxItems", " elements"),
    range(schema, "minLength", "maxLength", " characters"),
    schema["default"] === undefined ? "" : `Default ${JSON.stringify(schema["default"])}.`,
  ];
  return [said, ...limits].filter(Boolean).join(" ");
}

function range(schema: Json, from: string, to: string, unit: string): string {
  const limit = (name: string) => {
    const value = schema[name];
    // The largest safe integer tells a reader nothing.
    return typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER ? formatNumber(value) : null;
  };
  const low = limit(from);
  const high = limit(to);
  if (low !== null && high !== null) return `${low} to ${high}${unit}.`;
  if (high !== null) return `At most ${high}${unit}.`;
  return low === null ? "" : `At least ${low}${unit}.`;
}

import * as z from "zod";

type JsonSchema = { [name: string]: unknown };

/**
 * Converts a schema to JSON Schema without references: some clients don't resolve them. Names that the schema does not
 * have are refused, because a misspelled `scheduled_for` would otherwise be dropped.
 */
export function toInputJsonSchema(schema: z.ZodObject): JsonSchema {
  return { ...toJsonSchema(schema), additionalProperties: false };
}

/**
 * Converts an output schema, without descriptions: a model reads all schemas before its first call. Fields that a later
 * version adds don't break a client that validates.
 */
export function toOutputJsonSchema(schema: z.ZodObject): JsonSchema {
  return removeDescriptions(toJsonSchema(schema)) as JsonSchema;
}

function removeDescriptions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeDescriptions);
  if (value === null || typeof value !== "object") return value;
  const fields = Object.entries(value).filter(([name, one]) => name !== "description" || typeof one !== "string");
  return Object.fromEntries(fields.map(([name, one]) => [name, removeDescriptions(one)]));
}

function toJsonSchema(schema: z.ZodObject): JsonSchema {
  const { $schema: _, $defs, ...rest } = z.toJSONSchema(schema, { io: "input" }) as JsonSchema;
  return inlineReferences(rest, ($defs ?? {}) as JsonSchema) as JsonSchema;
}

function inlineReferences(value: unknown, definitions: JsonSchema): unknown {
  if (Array.isArray(value)) return value.map((one) => inlineReferences(one, definitions));
  if (value === null || typeof value !== "object") return value;
  const { $ref, ...rest } = value as JsonSchema;
  const target = typeof $ref === "string" ? definitions[$ref.replace("#/$defs/", "")] : undefined;
  // `id` and `override` are metadata for the OpenAPI description.
  const { id, override, ...merged } = { ...(target as JsonSchema | undefined), ...rest };
  // The format says it; the pattern of a date and time has 300 characters.
  if (merged["format"] === "date-time") delete merged["pattern"];
  const fields = { ...merged, ...(typeof id === "object" && { id }), ...(override as JsonSchema | undefined) };
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, one]) => one !== undefined)
      .map(([name, one]) => [name, inlineReferences(one, definitions)]),
  );
}

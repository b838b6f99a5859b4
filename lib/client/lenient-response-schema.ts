import * as z from "zod";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { Pagination } from "#lib/contract/resources/posts.ts";
import { unreadableFieldsName } from "#lib/contract/unreadable-fields.ts";

/** Neutral value of an unreadable date. Rows that have one list its field. */
const unknownInstant = new Date(0).toISOString();

const isInstant = (schema: z.ZodType) =>
  (schema instanceof z.ZodStringFormat || schema instanceof z.ZodString) && schema.format === "datetime";

/**
 * Loosens one of our schemas for the answers of another service: unknown fields stay, an enum accepts any text, formats
 * other than dates are not checked, a missing nullable field is null, and an optional field is left out when it does not
 * match.
 */
function loosenSchema(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, z.ZodType> = {};
    for (const [name, field] of Object.entries(schema.shape)) shape[name] = loosenSchema(field as z.ZodType);
    return z.looseObject(shape);
  }
  if (schema instanceof z.ZodArray) return z.array(loosenSchema(schema.element as z.ZodType));
  if (schema instanceof z.ZodNullable) {
    return loosenSchema(schema.unwrap() as z.ZodType)
      .nullish()
      .transform((value) => value ?? null);
  }
  if (schema instanceof z.ZodOptional) {
    return loosenSchema(schema.unwrap() as z.ZodType)
      .optional()
      .catch(undefined);
  }
  if (isInstant(schema)) return z.string().refine((text) => !Number.isNaN(Date.parse(text)));
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) {
    return z.string();
  }
  if (schema instanceof z.ZodNumber) return z.number();
  return schema;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Replaces an unreadable value by its closest readable form; undefined if there is none. */
function repairValue(schema: z.ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodNullable) return null;
  if (isInstant(schema)) return unknownInstant;
  if (schema instanceof z.ZodNumber) return typeof value === "string" && value !== "" ? Number(value) : undefined;
  if (schema instanceof z.ZodBoolean) return false;
  if (schema instanceof z.ZodArray) {
    const element = schema.element as z.ZodType;
    return Array.isArray(value) ? value.filter((one) => loosenSchema(element).safeParse(one).success) : [];
  }
  if (schema instanceof z.ZodObject) return repairRow(schema, value) ?? undefined;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/** Returns the row with neutral values for its unreadable fields, which it lists; null without its id. */
function repairRow(schema: z.ZodObject, row: unknown): Record<string, unknown> | null {
  if (!isRecord(row)) return null;
  const repaired: Record<string, unknown> = { ...row };
  const unreadable: string[] = [];
  for (const [name, field] of Object.entries(schema.shape) as [string, z.ZodType][]) {
    if (loosenSchema(field).safeParse(row[name]).success) continue;
    // Without its id a row can be neither opened nor told from another.
    if (/^id$|_id$/.test(name)) return null;
    repaired[name] = repairValue(field, row[name]);
    unreadable.push(name);
  }
  return { ...repaired, [unreadableFieldsName]: unreadable };
}

/** Reads a value; if that fails, a repaired one. */
function orRepaired(schema: z.ZodType): z.ZodType {
  const loose = loosenSchema(schema);
  if (!(schema instanceof z.ZodObject)) return loose;
  return z.unknown().transform((value, context) => {
    const read = loose.safeParse(value);
    const tried = read.success ? read : loose.safeParse(repairRow(schema, value));
    if (tried.success) return tried.data;
    context.addIssue({ code: "custom", message: "unreadable" });
    return z.NEVER;
  });
}

/** Reads the rows of a list and leaves out the unreadable ones. */
function readRows(element: z.ZodType): z.ZodType<unknown[]> {
  const row = orRepaired(element);
  return z.array(z.unknown()).transform((rows) =>
    rows.flatMap((one) => {
      const read = row.safeParse(one);
      return read.success ? [read.data] : [];
    }),
  );
}

/** The rows of a list that could not be read are counted in `omitted`. */
type ListAnswer = { data: unknown[]; pagination: unknown; omitted?: number };

/**
 * Creates the schema of an endpoint's answer. One odd row, of a service that keeps the document only mostly, never costs
 * the list: it is repaired where that is possible, and left out otherwise.
 */
export function createLenientResponseSchema(endpoint: Endpoint): z.ZodType {
  const data =
    endpoint.data instanceof z.ZodArray ? readRows(endpoint.data.element as z.ZodType) : orRepaired(endpoint.data);
  if (!endpoint.paginated) return z.looseObject({ data }).transform((answer) => answer.data);
  return z
    .looseObject({ data: z.array(z.unknown()), pagination: orRepaired(Pagination) })
    .transform((answer, context): ListAnswer => {
      const read = data.safeParse(answer.data);
      if (!read.success) {
        context.addIssue({ code: "custom", message: "unreadable" });
        return z.NEVER;
      }
      const rows = read.data as unknown[];
      const omitted = answer.data.length - rows.length;
      return { ...answer, data: rows, ...(omitted > 0 && { omitted }) };
    });
}

import type * as z from "zod";
import { draftChoice } from "#lib/contract/resources/post-inputs.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { findNearestName } from "./nearest-name.ts";

type ZodSchema = z.core.$ZodType;
type FieldPath = readonly string[];

/**
 * Checks the field names of a JSON value against a schema, at every depth, and returns the value. Null in an optional
 * field that has no meaning for null counts as omitted: generated clients send such nulls. Of
 * `draft` it is refused.
 * @throws Refusal `invalid_request` for a field that the schema does not have, and for text that can't be stored.
 */
export function checkFieldNames(schema: ZodSchema, value: unknown, path: FieldPath = []): unknown {
  if (typeof value === "string") return requireStorableText(value, path);
  if (value === null || typeof value !== "object") return value;
  const { def } = unwrap(schema)._zod;
  if (Array.isArray(value)) {
    if (def.type !== "array") return value;
    const { element } = def as z.core.$ZodArrayDef;
    // First: a refused list must not cost the work of its elements.
    const most = getLengthMax(unwrap(schema));
    if (value.length > most) throw createLongListRefusal(path, most);
    return value.map((one, at) => checkFieldNames(element, one, [...path, String(at)]));
  }
  if (def.type === "object") return checkFields((def as z.core.$ZodObjectDef).shape, value, path);
  if (def.type !== "record") return value;
  const { valueType } = def as z.core.$ZodRecordDef;
  const checked: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(value)) {
    // The parser would drop `__proto__` silently.
    if (name === "__proto__") throw unknownField([...path, name], []);
    requireStorableText(name, path);
    checked[name] = checkFieldNames(valueType, one, [...path, name]);
  }
  return checked;
}

/** Returns the greatest length of a list's schema; infinity without one. */
export function getLengthMax(schema: ZodSchema): number {
  const lengths = (schema._zod.def.checks ?? []).flatMap(({ _zod: { def } }) =>
    def.check === "max_length" ? [(def as z.core.$ZodCheckMaxLengthDef).maximum] : [],
  );
  return Math.min(...lengths);
}

function createLongListRefusal(path: FieldPath, most: number): Refusal {
  const field = path.join(".");
  const sentence = `${field || "The body"} must ${formatSizeLimit("array", "at most", most)}.`;
  return new Refusal("invalid_request", sentence, field || undefined);
}

/** Formats the size that a value must have, for a sentence about its field. */
export function formatSizeLimit(origin: string, bound: string, size: number | bigint): string {
  const one = size === 1;
  if (origin === "array") return `have ${bound} ${size} ${one ? "element" : "elements"}`;
  if (origin === "string") return `have ${bound} ${size} ${one ? "character" : "characters"}`;
  return `be ${bound} ${size}`;
}

function checkFields(shape: z.core.$ZodShape, value: object, path: FieldPath): Record<string, unknown> {
  const known = Object.keys(shape);
  const checked: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(value)) {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!schema) throw unknownField([...path, name], known);
    if (one === null && isOptional(schema) && !takesNull(schema) && schema !== draftChoice) continue;
    checked[name] = checkFieldNames(schema, one, [...path, name]);
  }
  return checked;
}

function unknownField(path: FieldPath, known: readonly string[]): Refusal {
  const name = path.at(-1) ?? "";
  const before = path.slice(0, -1);
  const nearest = findNearestName(name, known);
  return createUnknownNameRefusal(
    "field",
    [...before, name].join("."),
    nearest && [...before, nearest].join("."),
    known,
  );
}

/** Creates a refusal that names the unknown field or parameter and the one that was probably meant. */
export function createUnknownNameRefusal(
  sort: "field" | "parameter",
  name: string,
  nearest: string | null,
  known: readonly string[],
): Refusal {
  const shown = name.length > 100 ? `${name.slice(0, 100)}…` : name;
  const more = nearest !== null ? `Did you mean ${nearest}?` : listOf(sort, known);
  return new Refusal("invalid_request", `There is no ${sort} ${shown}. ${more}`, shown);
}

function listOf(sort: string, known: readonly string[]): string {
  if (known.length === 0) return `No ${sort} is accepted here.`;
  return `Accepted here: ${known.join(", ")}.`;
}

/**
 * -
 * @throws Refusal `invalid_request` for text that PostgreSQL or UTF-8 can't hold.
 */
export function requireStorableText(text: string, path: FieldPath): string {
  if (text.includes("\0")) throw createUnstorableTextRefusal(path, "the character U+0000");
  if (!text.isWellFormed())
    throw createUnstorableTextRefusal(path, "half of a character (a surrogate without its pair)");
  return text;
}

function createUnstorableTextRefusal(path: FieldPath, what: string): Refusal {
  const field = path.join(".");
  return new Refusal("invalid_request", `${field || "The body"} must not contain ${what}.`, field || undefined);
}

/** Returns the schema inside wrappers that only make a value optional or transform the value. */
function unwrap(schema: ZodSchema): ZodSchema {
  const { def } = schema._zod;
  if ("innerType" in def) return unwrap(def.innerType as ZodSchema);
  return def.type === "pipe" ? unwrap((def as z.core.$ZodPipeDef).in) : schema;
}

function isOptional(schema: ZodSchema): boolean {
  return schema._zod.optin === "optional";
}

function takesNull(schema: ZodSchema): boolean {
  const { def } = schema._zod;
  if (def.type === "nullable") return true;
  return "innerType" in def ? takesNull(def.innerType as ZodSchema) : false;
}

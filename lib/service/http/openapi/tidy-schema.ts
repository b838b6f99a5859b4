type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Keys whose values are data, not schemas. */
const dataKeys: ReadonlySet<string> = new Set(["example", "examples", "default", "enum", "const"]);
const primitives: ReadonlySet<unknown> = new Set(["string", "integer", "number", "boolean"]);

/**
 * Rewrites the schemas of a document in place, so that readers in other languages and generators understand them: no
 * bounds that only JavaScript has, no pattern beside a format that says the same, and `["string", "null"]` in place of
 * two alternatives.
 */
export function tidySchemas(value: unknown): void {
  if (Array.isArray(value)) for (const one of value) tidySchemas(one);
  if (!isObject(value)) return;
  for (const [key, one] of Object.entries(value)) {
    if (!dataKeys.has(key)) tidySchemas(one);
  }
  if (value["minimum"] === Number.MIN_SAFE_INTEGER) delete value["minimum"];
  if (value["maximum"] === Number.MAX_SAFE_INTEGER) delete value["maximum"];
  if (typeof value["format"] === "string") delete value["pattern"];
  // A reference is open or closed as its target is.
  if ("$ref" in value) delete value["additionalProperties"];
  mergeNull(value);
}

function mergeNull(schema: Json): void {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || !isObject(anyOf[0])) return;
  const [one, other] = anyOf as [Json, Json];
  if (other["type"] !== "null" || !primitives.has(one["type"])) return;
  delete schema["anyOf"];
  const values = Array.isArray(one["enum"]) && { enum: [...one["enum"], null] };
  Object.assign(schema, { ...one, ...values, ...schema, type: [one["type"], "null"] });
}

/**
 * Moves the defaults of a body's fields into their descriptions, in place: generators would make the fields required,
 * because a default makes them always there for the service.
 */
export function describeDefaults(value: unknown): void {
  if (Array.isArray(value)) for (const one of value) describeDefaults(one);
  if (!isObject(value)) return;
  for (const [key, one] of Object.entries(value)) {
    if (!dataKeys.has(key)) describeDefaults(one);
  }
  if (!("default" in value)) return;
  const said = `Default: \`${String(value["default"])}\`.`;
  value["description"] = [value["description"], said].filter(Boolean).join(" ");
  delete value["default"];
}

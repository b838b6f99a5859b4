/** A JSON Schema as the API description writes them; only the keywords that the description uses. */
export type DescribedSchema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  properties?: Record<string, DescribedSchema>;
  required?: string[];
  additionalProperties?: boolean | DescribedSchema;
  propertyNames?: DescribedSchema;
  items?: DescribedSchema;
  anyOf?: DescribedSchema[];
  oneOf?: DescribedSchema[];
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};
/** Resolves a reference such as `#/components/schemas/Post`. */
export type ResolveSchema = (reference: string) => DescribedSchema;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}

function hasType(value: unknown, wanted: string): boolean {
  if (wanted === "integer") return Number.isInteger(value);
  return typeOf(value) === wanted;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the first place where a value breaks a schema, such as `/data/0/id: not a string`; null for a valid value. */
export function findSchemaFault(
  schema: DescribedSchema,
  value: unknown,
  resolve: ResolveSchema,
  at = "",
): string | null {
  const check = (one: DescribedSchema, inner: unknown, place = at) => findSchemaFault(one, inner, resolve, place);
  if (schema.$ref) return check(resolve(schema.$ref), value);
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => hasType(value, type))) return `${at}: not ${types.join(" or ")}`;
  if (schema.enum && !schema.enum.includes(value)) return `${at}: none of ${schema.enum.join(", ")}`;
  if ("const" in schema && schema.const !== value) return `${at}: not ${String(schema.const)}`;
  if (schema.anyOf && !schema.anyOf.some((one) => check(one, value) === null)) return `${at}: none of anyOf`;
  if (schema.oneOf && schema.oneOf.filter((one) => check(one, value) === null).length !== 1) return `${at}: not oneOf`;
  if (typeof value === "string") return checkString(schema, value, at);
  if (typeof value === "number") {
    const isOutside = value < (schema.minimum ?? -Infinity) || value > (schema.maximum ?? Infinity);
    return isOutside ? `${at}: ${value} is outside the range` : null;
  }
  if (Array.isArray(value)) {
    if (value.length < (schema.minItems ?? 0) || value.length > (schema.maxItems ?? Infinity)) return `${at}: length`;
    const { items } = schema;
    return items ? firstFault(value.map((one, index) => () => check(items, one, `${at}/${index}`))) : null;
  }
  return isObject(value) ? checkObject(schema, value, at, check) : null;
}

function checkString(
  { pattern, format, minLength = 0, maxLength = Infinity }: DescribedSchema,
  text: string,
  at: string,
) {
  // JSON Schema counts code points. The service counts UTF-16 units, which can only be more.
  const length = [...text].length;
  if (length < minLength || length > maxLength) return `${at}: length ${length}`;
  if (pattern && !new RegExp(pattern).test(text)) return `${at}: does not match ${pattern}`;
  return format === "uuid" && !uuid.test(text) ? `${at}: not a UUID` : null;
}

function checkObject(
  schema: DescribedSchema,
  value: Record<string, unknown>,
  at: string,
  check: (one: DescribedSchema, inner: unknown, place: string) => string | null,
): string | null {
  const missing = schema.required?.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `${at}: ${missing} is missing`;
  const { properties = {}, additionalProperties: rest, propertyNames } = schema;
  return firstFault(
    Object.entries(value).map(([name, one]) => () => {
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (known) return check(known, one, `${at}/${name}`);
      if (rest === false) return `${at}: ${name} is unknown`;
      if (propertyNames && check(propertyNames, name, at)) return `${at}: the name ${name}`;
      return isObject(rest) ? check(rest as DescribedSchema, one, `${at}/${name}`) : null;
    }),
  );
}

function firstFault(checks: readonly (() => string | null)[]): string | null {
  for (const one of checks) {
    const fault = one();
    if (fault !== null) return fault;
  }
  return null;
}

/** The part of a JSON Schema that zod writes. */
export type JsonSchema = {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  id?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  description?: string;
  default?: unknown;
  /** Written by the contract where the wire and the schema differ, such as for numbers in a query. */
  override?: JsonSchema;
};

/** `sent`: the caller writes it, so every value is listed. `received`: the service may add values later. */
export type SchemaUse = "sent" | "received";

const indentBy = (depth: number) => "  ".repeat(depth);

/** Formats a comment for a declaration; empty without text. */
export function printComment(text: string | undefined, depth: number): string {
  if (!text) return "";
  const lines = text.replaceAll("*/", "*\\/").split("\n");
  const [only = ""] = lines;
  if (lines.length === 1) return `${indentBy(depth)}/** ${only} */\n`;
  return `${indentBy(depth)}/**\n${lines.map((line) => `${indentBy(depth)} * ${line}`.trimEnd()).join("\n")}\n${indentBy(depth)} */\n`;
}

const isPlainName = (name: string) => /^[A-Za-z_$][\w$]*$/.test(name);

/** Prints the TypeScript type of a schema. References keep their names. */
export function printType(schema: JsonSchema, use: SchemaUse, depth = 0): string {
  if (schema.override?.type) return printType({ ...schema, ...schema.override, override: {} }, use, depth);
  if (schema.$ref) return schema.$ref.replace(/^#\/\$defs\//, "");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return printEnum(schema.enum, use);
  // Beside properties, the choices only say which of them are required together; the descriptions say it too.
  const choices = schema.properties ? undefined : (schema.anyOf ?? schema.oneOf);
  if (choices) return [...new Set(choices.map((one) => printType(one, use, depth)))].join(" | ");
  if (schema.allOf) return schema.allOf.map((one) => printType(one, use, depth)).join(" & ");
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => printType({ ...schema, type }, use, depth)).join(" | ");
  }
  if (schema.type === "array") return printArray(schema, use, depth);
  if (schema.type === "object") return printObject(schema, use, depth);
  if (schema.type === "integer") return "number";
  if (schema.type === "string" || schema.type === "number" || schema.type === "boolean" || schema.type === "null") {
    return schema.type;
  }
  return "unknown";
}

/** An enumeration that the service sends stays open, so that a new value does not break a program that compiles today. */
function printEnum(values: readonly unknown[], use: SchemaUse): string {
  const listed = values.map((value) => JSON.stringify(value)).join(" | ");
  return use === "received" && values.every((value) => typeof value === "string")
    ? `${listed} | (string & {})`
    : listed;
}

function printArray(schema: JsonSchema, use: SchemaUse, depth: number): string {
  const item = printType(schema.items ?? {}, use, depth);
  return /[|&]/.test(item) && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
}

function printObject(schema: JsonSchema, use: SchemaUse, depth: number): string {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) {
    const values =
      typeof schema.additionalProperties === "object" ? printType(schema.additionalProperties, use, depth) : "unknown";
    return `Record<string, ${values}>`;
  }
  const lines = properties.map(([name, property]) => {
    const isOptional = !schema.required?.includes(name);
    const key = isPlainName(name) ? name : JSON.stringify(name);
    return `${printComment(describe(property), depth + 1)}${indentBy(depth + 1)}${key}${isOptional ? "?" : ""}: ${printType(property, use, depth + 1)};\n`;
  });
  return `{\n${lines.join("")}${indentBy(depth)}}`;
}

/** The description of a property, which zod puts on the schema or beside a reference, and its default. */
function describe({ description, default: own, override }: JsonSchema): string | undefined {
  const preset = own ?? override?.default;
  if (preset === undefined) return description;
  return [description, `Default: ${JSON.stringify(preset)}.`].filter(Boolean).join(" ");
}

type Json = Record<string, unknown>;

const sampleId = "019a6f00-0000-7000-8000-0000000000a1";
const byName: Readonly<Record<string, unknown>> = {
  "Idempotency-Key": "announcement-1",
  q: "release",
  zone: "Europe/Berlin",
  username: "practice_x",
  platform: "x",
  before: "128",
  item: sampleId,
  member: sampleId,
  by: sampleId,
  submission: sampleId,
  channel: sampleId,
  url: "https://northwind.example/release",
};
const byFormat: Readonly<Record<string, unknown>> = {
  uuid: sampleId,
  date: "2027-01-14",
  "date-time": "2027-01-14T08:30:00Z",
};

/** Returns a valid value of a parameter, for its example in the description. */
export function getParameterExample(name: string, schema: Json): unknown {
  const [option] = Array.isArray(schema["anyOf"]) ? (schema["anyOf"] as Json[]) : [schema];
  const { type, format, enum: values, const: only, items, minimum } = option ?? schema;
  if (schema["default"] !== undefined) return schema["default"];
  if (only !== undefined) return only;
  if (Array.isArray(values)) return values[0];
  if (type === "array") return [getParameterExample(name, (items ?? {}) as Json)];
  if (type === "boolean") return true;
  if (type === "integer") return name === "limit" ? 50 : (minimum ?? 0);
  return byFormat[String(format)] ?? byName[name] ?? "text";
}

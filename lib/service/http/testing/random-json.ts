import type { DescribedSchema, ResolveSchema } from "./described-schema.ts";

/** Draws whole numbers from 0 to below `below`. */
export type Draw = (below: number) => number;

/** Creates a pseudo-random number generator with a seed (mulberry32). */
export function createDraw(start: number): Draw {
  let state = start;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export function pick<T>(draw: Draw, list: readonly T[]): T {
  return list[draw(list.length)] as T;
}

const words = [
  "Hello",
  "We are hiring.",
  "ütf-8 🦜",
  "a",
  "x".repeat(300),
  "١٢٣",
  "line\nbreak",
  "https://example.org/a",
];

/** Texts that often break a program. */
export const strangeTexts: readonly string[] = [
  ..."\0|a\0b|\ud800|a\udc00b|\ufdfa|\u202e|\u0300|'|\\|%|%00|{}|null|true|NaN|-1|0|1.5|1e999|../../me|🏳️‍🌈|__proto__".split(
    "|",
  ),
  ...["", "2147483648", "9007199254740993", "abc", "A".repeat(5_000), "\ufdfa".repeat(24_990), "a,b", "all"],
  ...["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff", "next-slot", "25:00"],
  ...["0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "2026-01-01T00:00:00+23:59", "2026-02-30", "Europe/Nowhere"],
];
const strangeValues: readonly unknown[] = [
  ...[null, true, false, 0, -1, 0.5, 2 ** 31, 2 ** 53, -(2 ** 31) - 1, 1e308, [], {}, [[]], [null], [{}], ["\0"]],
  ...[["a", "a"], { "\0": "a" }, { constructor: 1 }, Array.from({ length: 1_001 }, () => "a")],
];

/** Known ids by the name of a field, so that many generated requests reach real rows. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

/** Creates a value that a schema allows. */
export function createValidValue(
  draw: Draw,
  schema: DescribedSchema,
  resolve: ResolveSchema,
  known: KnownValues,
  name = "",
): unknown {
  const create = (one: DescribedSchema, of = name) => createValidValue(draw, one, resolve, known, of);
  if (schema.$ref) return create(resolve(schema.$ref));
  if ("const" in schema) return schema.const;
  if (schema.enum) return pick(draw, schema.enum);
  if (schema.anyOf) return create(pick(draw, schema.anyOf));
  const type = pick(draw, [schema.type ?? "object"].flat());
  if (type === "null") return null;
  if (type === "boolean") return draw(2) === 0;
  if (type === "integer" || type === "number") {
    const low = schema.minimum ?? 0;
    return pick(draw, [low, Math.min(schema.maximum ?? 1_000, low + draw(40)), schema.maximum ?? 1]);
  }
  if (type === "array") {
    const least = schema.minItems ?? 0;
    const count = Math.min(schema.maxItems ?? 5, least + draw(3));
    const ids = known[name];
    return Array.from({ length: count }, () => (ids ? pick(draw, ids) : create(schema.items ?? {})));
  }
  if (type === "string") return createValidText(draw, schema, known[name]);
  return createValidObject(draw, schema, create);
}

function createValidObject(
  draw: Draw,
  schema: DescribedSchema,
  create: (one: DescribedSchema, name: string) => unknown,
): object {
  const required = new Set(schema.required);
  const alternatives = schema.oneOf?.flatMap((one) => one.required ?? []) ?? [];
  if (alternatives.length > 0) required.add(pick(draw, alternatives));
  const entries = Object.entries(schema.properties ?? {}).filter(
    ([name]) => required.has(name) || (!alternatives.includes(name) && draw(3) === 0),
  );
  return Object.fromEntries(entries.map(([name, one]) => [name, create(one, name)]));
}

function createValidText(
  draw: Draw,
  { format, pattern, minLength = 0, maxLength }: DescribedSchema,
  ids?: readonly unknown[],
) {
  if (ids) return pick(draw, ids);
  if (format === "date-time") return new Date(Date.now() + (1 + draw(1_000)) * 3_600_000).toISOString();
  if (format === "date") return "2027-01-14";
  if (format === "email") return "mia@example.org";
  if (pattern?.includes("[0-5]")) return "09:30";
  if (pattern?.includes("\\d")) return String(draw(1_000));
  const text = pick(draw, words).slice(0, maxLength);
  const isOneLine = pattern !== undefined;
  return text.length < minLength || (isOneLine && text.includes("\n")) ? "a".repeat(minLength || 1) : text;
}

/** Changes one place of a JSON value: another value, no value, one more, or an unknown name. */
export function mutate(draw: Draw, value: unknown): unknown {
  const copy: Record<string, unknown> = { root: structuredClone(value) };
  const places: { holder: Record<string, unknown>; key: string }[] = [];
  const look = (holder: Record<string, unknown>, key: string): void => {
    places.push({ holder, key });
    const inner = holder[key];
    if (inner !== null && typeof inner === "object") {
      for (const name of Object.keys(inner)) look(inner as Record<string, unknown>, name);
    }
  };
  look(copy, "root");
  // The whole body is one place of many, so that most mutations are inside.
  const { holder, key } = places[places.length === 1 ? 0 : 1 + draw(places.length - 1)] ?? {
    holder: copy,
    key: "root",
  };
  const inner = holder[key];
  const kind = draw(5);
  if (kind === 0) holder[key] = pick(draw, strangeValues);
  else if (kind === 1) holder[key] = pick(draw, strangeTexts);
  else if (kind === 2) holder[key] = null;
  else if (kind === 3 && !Array.isArray(holder)) delete holder[key];
  else if (inner !== null && typeof inner === "object" && !Array.isArray(inner)) {
    (inner as Record<string, unknown>)[pick(draw, ["zzz", "schedule_for", "constructor"])] = 1;
  } else holder[key] = Array.isArray(inner) ? [...inner, ...inner, "a"] : [inner];
  return copy["root"];
}

import type * as z from "zod";
import type { Endpoint } from "#lib/contract/endpoint";
import { Refusal } from "#lib/service/refusal";
import { sentenceOfIssue } from "./issue-sentence.ts";

/** A body parsed by the contract; unknown fields fall away. @throws Refusal `invalid_request` naming the first field. */
export function parseBody(schema: z.ZodType, body: unknown): unknown {
  return need(schema, body === undefined ? {} : body);
}

/** The query of an endpoint. Only fields that are lists in the contract may be repeated; unknown names are ignored. */
export function parseQuery(endpoint: Endpoint, search: string): unknown {
  if (!endpoint.query) return undefined;
  const asked: Record<string, unknown> = {};
  if (search === "") return need(endpoint.query, asked);
  const sent = new URLSearchParams(search);
  for (const [name, schema] of Object.entries(endpoint.query.shape)) {
    const values = sent.getAll(name);
    if (values.length === 0) continue;
    if (takesList(schema)) asked[name] = values;
    else if (values.length === 1) asked[name] = values[0];
    else throw new Refusal("invalid_request", `${name} may be given only once.`, name);
  }
  return need(endpoint.query, asked);
}

function takesList(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod;
  if (def.type === "array") return true;
  // One of them, or a list of them.
  if (def.type === "union") return (def as z.core.$ZodUnionDef).options.some(takesList);
  return "innerType" in def && takesList(def.innerType as z.core.$ZodType);
}

function need(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  if (!issue) throw new Refusal("invalid_request", "The request is not valid.");
  throw new Refusal("invalid_request", sentenceOfIssue(issue), issue.path.join(".") || undefined);
}

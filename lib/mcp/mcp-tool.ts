import type { ToolAnnotations } from "@modelcontextprotocol/server";
import type * as z from "zod";
import type { ServiceClient } from "#lib/client/create-client.ts";
import type { Failure, Result } from "#lib/contract/errors.ts";
import type { Scope } from "#lib/contract/scopes.ts";
import type { Identity } from "#lib/contract/types.ts";
import type { Context } from "#lib/service/core/context.ts";

/** Everything that one call of a tool works with. */
export type ToolDeps = {
  /** Calls `/v1` in this process with the caller's credential. */
  client: ServiceClient;
  /** Returns true if the last answer of `client` repeated an earlier answer for the same idempotency key. */
  isReplay: () => boolean;
  identity: Identity;
  /** Downloads the bytes at an address through the outbound guard. */
  readOutside: Context["readOutside"];
  now: () => Date;
};

/** A failure of a call. `safe` and `next` replace the usual sentences. */
export type ToolFailure = Failure & { safe?: string; next?: string };
export type ToolResult<T> = { ok: T; error?: undefined } | { ok?: undefined; error: ToolFailure };

type ToolFields = {
  name: string;
  title: string;
  /** Written for a model: when to use the tool and what it changes. */
  description: string;
  annotations: Required<Pick<ToolAnnotations, "readOnlyHint" | "destructiveHint" | "idempotentHint" | "openWorldHint">>;
  /** The scope of the endpoint behind the tool. Tools for reviewers are listed only to callers with the scope. */
  scope: Scope | "any";
};

/** A tool whose input and output have been checked against its schemas. */
export type McpTool = ToolFields & {
  input: z.ZodObject;
  output: z.ZodObject;
  run: (input: unknown, deps: ToolDeps) => Promise<ToolResult<unknown>>;
};

/** Defines a tool. `run` receives the parsed input and returns the output or a failure; it never throws. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(
  tool: ToolFields & {
    input: I;
    output: O;
    run: (input: z.output<I>, deps: ToolDeps) => Promise<ToolResult<z.input<O>>>;
  },
): McpTool {
  return { ...tool, run: (input, deps) => tool.run(input as z.output<I>, deps) };
}

/** Creates the failure of an input that the schema alone can't refuse. */
export function refuseInput(message: string, field?: string): { error: ToolFailure } {
  return { error: { code: "invalid_request", message, status: 400, field } };
}

/** Applies `change` to the value of a successful result. */
export function mapResult<T, U>(result: Result<T>, change: (value: T) => U): ToolResult<U> {
  return result.error ? { error: result.error } : { ok: change(result.ok) };
}

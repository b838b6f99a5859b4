import type { McpServer, StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { Refusal } from "#lib/service/core/refusal.ts";
import { parseFields } from "#lib/service/http/request/parse-request.ts";
import type { McpTool, ToolDeps, ToolResult } from "./mcp-tool.ts";
import { listToolsFor } from "./mcp-tools.ts";
import { formatToolFailure } from "./tool-failure.ts";
import { toInputJsonSchema, toOutputJsonSchema } from "./tool-json-schema.ts";

type Sdk = typeof import("@modelcontextprotocol/server");

const instructions =
  "Postwright publishes posts on the accounts of an organization. Start with who_am_i and list_channels. Published posts are public: publish or schedule only what the user asked for, and save a draft if in doubt. Times are ISO 8601 with an offset. Read a post's version with list_posts or get_post before you change it. An error says what happened and what to do next.";

/**
 * Creates the server that answers one request. It keeps nothing between requests.
 * @param toDeps returns what one call of a tool works with.
 */
export function createMcpServer(sdk: Sdk, scopes: readonly string[], toDeps: () => ToolDeps): McpServer {
  const server = new sdk.McpServer(
    { name: "postwright", title: "Postwright", version: "1.0.0" },
    // The list of tools never changes while a caller is connected.
    { instructions, capabilities: { tools: { listChanged: false } } },
  );
  for (const tool of listToolsFor(scopes)) {
    const { name, title, description, annotations } = tool;
    const { input, output } = getToolSchemas(tool);
    const config = { title, description, annotations, inputSchema: input, outputSchema: output };
    server.registerTool(name, config, (sent: unknown) => callTool(tool, sent, toDeps()));
  }
  return server;
}

async function callTool(tool: McpTool, sent: unknown, deps: ToolDeps) {
  const result = await runTool(tool, sent, deps);
  if (result.error) {
    return { isError: true, content: [{ type: "text" as const, text: formatToolFailure(tool, result.error) }] };
  }
  return {
    content: [{ type: "text" as const, text: JSON.stringify(result.ok) }],
    structuredContent: result.ok as Record<string, unknown>,
  };
}

async function runTool(tool: McpTool, sent: unknown, deps: ToolDeps): Promise<ToolResult<unknown>> {
  try {
    const result = await tool.run(parseFields(tool.input, sent ?? {}), deps);
    return result.error ? result : { ok: tool.output.parse(result.ok) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { error: { code: error.code, message: error.message, status: 400, field: error.field } };
  }
}

type ToolSchemas = { input: StandardSchemaWithJSON; output: StandardSchemaWithJSON };
/** Converting a schema takes about a millisecond, and each request has a server of its own. */
const toolSchemas = new Map<string, ToolSchemas>();

function getToolSchemas(tool: McpTool): ToolSchemas {
  const found = toolSchemas.get(tool.name);
  if (found) return found;
  const made = {
    input: createSchema(toInputJsonSchema(tool.input)),
    output: createSchema(toOutputJsonSchema(tool.output)),
  };
  toolSchemas.set(tool.name, made);
  return made;
}

/**
 * `runTool` parses input and output itself: its refusals name the field that was probably meant, as those of `/v1` do, and
 * the text of an answer has no field that its schema leaves out.
 */
function createSchema(json: Record<string, unknown>): StandardSchemaWithJSON {
  const validate = (value: unknown) => ({ value });
  return {
    "~standard": { version: 1, vendor: "postwright", validate, jsonSchema: { input: () => json, output: () => json } },
  };
}

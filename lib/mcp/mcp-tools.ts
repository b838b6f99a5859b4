import type { McpTool } from "./mcp-tool.ts";
import { identityTools } from "./tools/identity-tools.ts";
import { mediaTools } from "./tools/media-tools.ts";
import { readPostTools } from "./tools/read-post-tools.ts";
import { reviewTools } from "./tools/review-tools.ts";
import { writePostTools } from "./tools/write-post-tools.ts";

/** All tools of `/mcp`, in the order of `tools/list`. */
export const mcpTools: readonly McpTool[] = [
  ...identityTools,
  ...readPostTools,
  ...writePostTools,
  ...mediaTools,
  ...reviewTools,
];

/** Returns the tools that a caller with these scopes is offered. Only reviewers are offered the review. */
export function listToolsFor(scopes: readonly string[]): McpTool[] {
  return mcpTools.filter((tool) => tool.scope !== "claims:review" || scopes.includes(tool.scope));
}

import type { ApiOperation } from "./parse-open-api.ts";

/**
 * Formats a shell command that calls the endpoint; it reads the key from the environment to keep the key out of the
 * shell's history.
 */
export function formatCurlCommand({ method, path, scope, body }: ApiOperation, baseUrl: string): string {
  const lines = [`curl ${method === "GET" ? "" : `-X ${method} `}${quote(baseUrl + path)}`];
  if (scope !== null) lines.push('-H "Authorization: Bearer $POSTWRIGHT_KEY"');
  const isForm = body?.contentType.startsWith("multipart/") ?? false;
  if (isForm) lines.push("-F file=@picture.jpg");
  else if (body) {
    lines.push('-H "Content-Type: application/json"');
    lines.push(`-d ${quote(JSON.stringify(body.example ?? {}))}`);
  }
  return lines.join(" \\\n  ");
}

/** Quotes text for a shell: inside single quotes a shell interprets only the quote itself. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

import type { ApiOperation } from "./parse-open-api.ts";

/** A line for a shell that calls this endpoint; the key is read from the environment, so that it is not kept in the shell's history. */
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

/** Single quotes keep a shell's hands off everything but themselves. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

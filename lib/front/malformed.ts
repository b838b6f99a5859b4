import type { IncomingMessage } from "node:http";

/** `.` and `..` between separators, in every spelling that a proxy or a URL parser may read as such. */
const dotSegment = /(?:[\\/]|%2f|%5c)(?:\.|%2e){1,2}(?=[\\/]|%2f|%5c|$)/iu;

/**
 * Says in a sentence why a request is not taken as it stands, or null. Two readers would understand such a request
 * differently: a proxy that lets `/media/` pass would open `/v1` by `/media/../v1/me`, and of two Host headers
 * (RFC 9112, section 3.2) each may believe another one. `path` is the address without its query.
 */
export function findRequestProblem(request: IncomingMessage, path: string): string | null {
  const hosts = request.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host");
  if (hosts.length > 1) return "A request has one Host header, and this one has several.";
  if (dotSegment.test(path)) return "An address must not contain . or .. between slashes.";
  return null;
}

/** Editors whose sign-in returns by a scheme of their own. Each needs a line: a scheme may open any program. */
const editorSchemes: ReadonlySet<string> = new Set(["cursor:", "vscode:", "vscode-insiders:", "windsurf:"]);
/** A private-use scheme is based on a domain name in reverse (RFC 8252, section 7.1), such as `com.example.app`. */
const domainScheme = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:$/;
const loopbackForm = /^http:\/\/(?<host>127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(?<path>\/.*)?$/;
const charactersMax = 300;

/**
 * Returns true for an address that the answer to an app may go to: https, loopback (RFC 8252, section 7.3), or the scheme
 * of an app. It has no fragment (RFC 6749, section 3.1.2) and no credentials.
 */
export function isRedirectUri(text: string): boolean {
  if (text.length > charactersMax || !/^[\x21-\x7e]+$/.test(text) || text.includes("#")) return false;
  const url = URL.parse(text);
  if (url?.username !== "" || url.password !== "") return false;
  if (url.protocol === "https:") return true;
  if (url.protocol === "http:") return loopbackForm.test(text);
  return editorSchemes.has(url.protocol) || domainScheme.test(url.protocol);
}

/**
 * Compares character by character (RFC 9700, section 2.1). Only the port of a loopback address may differ, because a
 * program takes any free one (RFC 8252, section 7.3).
 */
export function isRegisteredRedirectUri(registered: readonly string[], asked: string): boolean {
  return isRedirectUri(asked) && registered.some((one) => one === asked || isSameLoopback(one, asked));
}

function isSameLoopback(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => loopbackForm.exec(text)?.groups);
  return (
    first !== undefined &&
    second !== undefined &&
    first["host"] === second["host"] &&
    (first["path"] ?? "/") === (second["path"] ?? "/")
  );
}

/** Returns true for an origin where tokens travel safely: by https, or without leaving the machine. */
export function isSecureOrigin(origin: string): boolean {
  return origin.startsWith("https://") || loopbackForm.test(origin);
}

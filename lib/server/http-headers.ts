import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";

/**
 * Headers that a client may never send: proxy headers (only a trusted proxy may, and the server reads those itself),
 * Next's internal ones (middleware bypass GHSA-267c-6grr-h53f, resume exhaustion GHSA-mg66-mrh9-m8jx), CSP headers
 * (Next takes its nonce from the request's, GHSA-ffhc-5mcf-pf4q) and our own.
 */
const dropped =
  /^(x-forwarded-.*|forwarded|x-real-ip|x-middleware-.*|x-nextjs-.*|x-invoke-.*|x-matched-path|x-now-.*|x-vercel-.*|x-prerender-.*|next-resume|x-next-.*|x-action-.*|content-security-policy.*|x-nonce|x-postwright-.*)$/;

/** Removes headers that only the server may set, in both of Node's views. */
export function removeUntrustedHeaders(request: IncomingMessage): void {
  const kept: string[] = [];
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at] ?? "";
    if (dropped.test(name.toLowerCase())) delete request.headers[name.toLowerCase()];
    else kept.push(name, request.rawHeaders[at + 1] ?? "");
  }
  request.rawHeaders.splice(0, request.rawHeaders.length, ...kept);
}

/** Sets one of our own headers on the request, in both views. */
export function setRequestHeader(request: IncomingMessage, name: string, value: string): void {
  request.headers[name] = value;
  request.rawHeaders.push(name, value);
}

/** Returns a fresh nonce: 128 bits, base64. */
export function createNonce(): string {
  return randomBytes(16).toString("base64");
}

/** Builds the policy of every page. Nothing loads from another origin, except images of a remote service. */
export function buildContentSecurityPolicy(
  nonce: string,
  at: { dev: boolean; remote: boolean; secure: boolean; media: string },
): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${at.dev ? " 'unsafe-eval'" : ""}`,
    at.dev ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    // React writes style attributes (widths of progress bars); they can't load or run anything.
    "style-src-attr 'unsafe-inline'",
    // Image addresses have the main origin, even on a page opened under another of our names.
    `img-src 'self' ${at.media} blob: data:${at.remote ? " https: http:" : ""}`,
    `connect-src 'self'${at.dev ? " ws: wss:" : ""}`,
    // The service worker for notifications; without this line 'strict-dynamic' would block it.
    "worker-src 'self'",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(at.secure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

/**
 * Returns the headers of every answer: pages, API, images, feed, health, errors. A browser that came by https stays
 * with https for a year. The operator's proxy may add `includeSubDomains`: it would also bind hosts below ours that the
 * server knows nothing about.
 */
export function getCommonHeaders(secure: boolean): [string, string][] {
  const headers: [string, string][] = [["x-content-type-options", "nosniff"]];
  if (secure) headers.push(["strict-transport-security", "max-age=31536000"]);
  return headers;
}

/** Returns the headers of every dashboard answer, beside the policy and the common ones. */
export function getPageHeaders(): [string, string][] {
  return [
    ["referrer-policy", "same-origin"],
    ["x-frame-options", "DENY"],
    ["cross-origin-opener-policy", "same-origin"],
    ["cross-origin-resource-policy", "same-origin"],
    ["permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"],
  ];
}

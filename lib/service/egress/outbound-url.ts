import { isIP } from "node:net";
import { isPublicAddress } from "./public-address.ts";

/** `host:port` pairs that may be private and may be spoken to in plain http; the setting OUTBOUND_ALLOW. */
export type OutboundAllowList = ReadonlySet<string>;

export type OutboundUrl = { url: URL; isAllowed: boolean };

const ports: Readonly<Record<string, string>> = { "https:": "443", "http:": "80" };

/**
 * What can be told of an address without asking anybody: its form, its scheme, and whether it names an inner address.
 * Names are resolved, and their addresses checked, only when something is sent.
 * @returns `why` is one sentence.
 */
export function parseOutboundUrl(text: string, allow: OutboundAllowList): OutboundUrl | { why: string } {
  if (!URL.canParse(text)) return { why: "This isn't a valid address. It must look like https://example.org/path." };
  const url = new URL(text);
  const port = ports[url.protocol];
  if (port === undefined) return { why: "The address must start with https://." };
  if (url.username !== "" || url.password !== "") {
    return { why: "The address can't contain a user name or password." };
  }
  if (allow.has(`${url.hostname}:${url.port || port}`)) return { url, isAllowed: true };
  if (url.protocol !== "https:") return { why: "The address must start with https://." };
  if (isPrivateHost(url.hostname)) {
    return {
      why: "This address is private. Only public addresses and those in the server's OUTBOUND_ALLOW are allowed.",
    };
  }
  return { url, isAllowed: false };
}

/** The parser has already turned 127.1, 0x7f.1 and 2130706433 into 127.0.0.1. */
function isPrivateHost(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$|\.$/g, "");
  return isIP(bare) === 0 ? /(^|\.)localhost$/.test(bare) : !isPublicAddress(bare);
}

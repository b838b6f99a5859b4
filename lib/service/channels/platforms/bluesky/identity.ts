import type { PlatformResult } from "#lib/service/channels/core/connector.ts";
import type { ConnectProblem, PlatformHttpClient } from "#lib/service/channels/core/platform.ts";

/**
 * Base addresses without a trailing slash: the directory of handles, and the directory of accounts' servers
 * (`did:plc:…`).
 */
export type BlueskyDirectories = { handles: string; accounts: string };
/** Addresses that an operator set, for a private network. */
export type BlueskyDirectoryOverrides = { readonly [N in keyof BlueskyDirectories]?: string | undefined };

export const resolveDirectories = ({ handles, accounts }: BlueskyDirectoryOverrides): BlueskyDirectories => ({
  handles: handles ?? "https://public.api.bsky.app",
  accounts: accounts ?? "https://plc.directory",
});

const handlePattern = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/u;
const didPattern = /^did:(?:plc:[a-z2-7]{24}|web:[a-z0-9.-]+(?:%3a\d+)?)$/iu;

export const isDid = (text: string): boolean => didPattern.test(text);

/** Parses a typed handle or DID; null if the text is neither. */
export function parseIdentifier(typed: string): string | null {
  const text = typed.trim().replace(/^@/u, "");
  const identifier = text.startsWith("did:") ? text : text.toLowerCase();
  return isDid(identifier) || handlePattern.test(identifier) ? identifier : null;
}

export const invalidHandleProblem: ConnectProblem = {
  problem: "That isn't a handle. It looks like ada.bsky.social.",
  field: "handle",
};

/** Resolves handle → account → server (atproto.com/specs/handle, atproto.com/specs/did). */
export async function findAccountServer(
  identifier: string,
  net: PlatformHttpClient,
  directories: BlueskyDirectories,
): Promise<{ host: string; did: string } | ConnectProblem> {
  const read = (url: string) => net.fetch({ url, method: "GET", effect: "read" });
  let did = identifier;
  if (!isDid(identifier)) {
    const params = new URLSearchParams({ handle: identifier });
    const answer = await read(`${directories.handles}/xrpc/com.atproto.identity.resolveHandle?${params}`);
    const found = getJsonFields(answer)["did"];
    if (answer.type !== "answer" || answer.status >= 500)
      return { problem: "Bluesky's directory doesn't answer. Try again in a minute." };
    if (answer.status !== 200 || typeof found !== "string" || !isDid(found)) {
      return { problem: "No account has this handle. Check the spelling.", field: "handle" };
    }
    did = found;
  }
  const document = await read(
    did.startsWith("did:web:")
      ? `https://${decodeURIComponent(did.slice("did:web:".length))}/.well-known/did.json`
      : `${directories.accounts}/${did}`,
  );
  if (document.type !== "answer" || document.status >= 500)
    return { problem: "The account directory doesn't answer. Try again in a minute." };
  const { service, alsoKnownAs } = getJsonFields(document);
  const home = (Array.isArray(service) ? service : []).find(
    (one) => one?.id === "#atproto_pds" || one?.id === `${did}#atproto_pds`,
  );
  if (typeof home?.serviceEndpoint !== "string" || !URL.canParse(home.serviceEndpoint)) {
    return { problem: "This account lists no server.", field: "handle" };
  }
  // The account must claim the handle too: otherwise anybody could point a handle at it.
  if (!isDid(identifier) && !(Array.isArray(alsoKnownAs) && alsoKnownAs.includes(`at://${identifier}`))) {
    return { problem: "This handle points to an account that doesn't use it.", field: "handle" };
  }
  return { host: new URL(home.serviceEndpoint).origin, did };
}

export function getJsonFields(answer: PlatformResult): Record<string, unknown> {
  const json = answer.type === "answer" ? answer.json : null;
  return typeof json === "object" && json !== null ? (json as Record<string, unknown>) : {};
}

import type { Role, Scope } from "#lib/contract/scopes.ts";
import type { IpRange } from "./ip-ranges.ts";

/**
 * What the caller proves who they are with. A session is a person who signed in as themselves. A key is an API key, also
 * where somebody signed in to the dashboard with it: it ends at `endsAt` (null: never) and works from `ranges` (none: from
 * anywhere). One with `draftsOnly` writes drafts and nothing else.
 */
export type Credential =
  | { type: "session" }
  | { type: "key"; endsAt: Date | null; ranges: readonly IpRange[]; draftsOnly: boolean };

/** Returns the API key that makes what the actor makes; null for a person who signed in as themselves. */
export const getMakingKeyId = ({ credential, keyId }: Pick<Actor, "credential" | "keyId">): string | null =>
  credential.type === "key" ? keyId : null;

/** The way a request came: from the dashboard, from a program, or from an assistant over MCP. */
export type RequestVia = "dashboard" | "api" | "mcp";

/** Who calls now: a member through one of their keys. */
export type Actor = {
  memberId: string;
  orgId: string;
  role: Role;
  scopes: ReadonlySet<Scope>;
  keyId: string;
  credential: Credential;
  /** The dashboard's session that the key came with. */
  sessionId?: string | null;
  /** Where the request comes from: the client's address, not a proxy's. */
  address?: string | null;
  via?: RequestVia;
};

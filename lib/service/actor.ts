import type { Role, Scope } from "#lib/contract/scopes";

/** Who calls now: a member through one of their keys. */
export type Actor = {
  memberId: string;
  orgId: string;
  role: Role;
  scopes: ReadonlySet<Scope>;
  keyId: string;
  /** The dashboard's session that the key came with. */
  sessionId?: string | null;
  /** Where the request comes from: the client's address, not a proxy's. */
  address?: string | null;
};

/** Permissions of a key. A key never has more than its member's role allows. Zod-free: the browser imports it. */
export const scopes = [
  "posts:read",
  "plan:read",
  "posts:write",
  "posts:manage",
  "media:write",
  "channels:read",
  "channels:write",
  "leaderboard:read",
  "claims:review",
  "members:manage",
  "keys:manage",
] as const;
export type Scope = (typeof scopes)[number];

export const roles = ["owner", "admin", "member"] as const;
export type Role = (typeof roles)[number];

/** Returns true for administrators and owners, who review, see the whole organization and manage members. */
export function isAdmin(role: string): boolean {
  return role === "admin" || role === "owner";
}

/** Returns true if a member sees others' posts: an administrator all of them, a member the plan. */
export function seesOthersPosts(role: string, scopes: readonly string[]): boolean {
  return isAdmin(role) || scopes.includes("plan:read");
}

const memberScopes: readonly Scope[] = [
  "posts:read",
  "plan:read",
  "posts:write",
  "media:write",
  "channels:read",
  "leaderboard:read",
  "keys:manage",
];

/** The scopes that a role allows at most; a key's own list is reduced to these on every request. */
export const roleScopes: Record<Role, readonly Scope[]> = { owner: scopes, admin: scopes, member: memberScopes };

/** The scopes that a connected app may have: those of the tools for writing. Keys, members and review need an API key. */
export const connectedAppScopes: readonly Scope[] = [
  "posts:read",
  "plan:read",
  "posts:write",
  "media:write",
  "channels:read",
  "leaderboard:read",
];

const scopeLabels: Record<Scope, string> = {
  "posts:read": "See your posts, or everyone's as an administrator",
  "plan:read": "See the plan: others' scheduled and published posts on channels you may use",
  "posts:write": "Write, schedule, edit and delete your posts",
  "posts:manage": "Change, publish and delete everyone's posts",
  "media:write": "Upload images",
  "channels:read": "See the connected channels",
  "channels:write": "Connect and disconnect channels",
  "leaderboard:read": "See the leaderboard",
  "claims:review": "Review points claims",
  "members:manage": "Manage members, invitations, webhooks and the organization",
  "keys:manage": "Create and revoke your API keys",
};

/**
 * Returns a scope's label; an unknown scope of a remote service is shown unchanged.
 * @param role the member's role, where the text is for one member: what `posts:read` shows depends on it
 */
export function getScopeLabel(scope: string, role: string | null = null): string {
  if (scope === "posts:read" && role !== null)
    return isAdmin(role) ? "See everyone's posts, drafts included" : "See your posts";
  return (scopeLabels as Record<string, string>)[scope] ?? scope;
}

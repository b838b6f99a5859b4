/** The `member` of a query and of an address that stands for all members of the organization. */
export const everyone = "all";

const yearSeconds = 365 * 24 * 60 * 60;

/**
 * Holds the id of the membership that last chose to see everyone's posts. The id makes the choice that of one member,
 * where several sign in with one browser; the cookie lets the server render the chosen scope at once.
 */
export const scopeCookie = "scope";

/** Remembers in this browser whether a member sees everyone's posts or their own. For the browser only. */
export function rememberScope(memberId: string, isEveryone: boolean): void {
  const ageSeconds = isEveryone ? yearSeconds : 0;
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing on plain http, where a self-hosted dashboard may run
  document.cookie = `${scopeCookie}=${memberId}; Path=/; Max-Age=${ageSeconds}; SameSite=Lax`;
}

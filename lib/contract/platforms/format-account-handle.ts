/**
 * Formats an account's name: `@acme`. A name of several words, or the number of a private channel, stays unchanged. A
 * public key of Nostr is shortened in the middle.
 */
export function formatAccountHandle(username: string): string {
  if (/^npub1[a-z\d]{58}$/.test(username)) return `${username.slice(0, 12)}…${username.slice(-4)}`;
  return /^[\p{L}\p{N}_][^\s]*$/u.test(username) ? `@${username}` : username;
}

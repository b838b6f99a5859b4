/** Formats an account's name: `@acme`. A name of several words, or the number of a private channel, stays unchanged. */
export function formatAccountHandle(username: string): string {
  return /^[\p{L}\p{N}_][^\s]*$/u.test(username) ? `@${username}` : username;
}

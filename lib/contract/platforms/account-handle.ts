/** How an account is called: `@acme`; what is a name of several words, or the number of a private channel, as it is. */
export function formatAccountHandle(username: string): string {
  return /^[\p{L}\p{N}_][^\s]*$/u.test(username) ? `@${username}` : username;
}

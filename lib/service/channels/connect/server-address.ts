/**
 * Returns the base address of a server that somebody typed: `mastodon.social`, `https://mastodon.social/`, a full
 * handle such as `@ada@mastodon.social`, or a profile's address as browsers show it, `mastodon.social/@ada`. Plain http
 * is valid only if `allow` names `host:port`. The outbound guard refuses private addresses when a request goes there.
 * @returns a sentence as `problem` if the text is no address
 */
export function parseServerAddress(typed: string, allow: ReadonlySet<string>): { host: string } | { problem: string } {
  const text = typed.trim();
  const address = /^https?:\/\//iu.test(text)
    ? text
    : `https://${text.includes("/@") ? text : text.slice(text.lastIndexOf("@") + 1)}`;
  const wrong = { problem: "That isn't a server address. It looks like mastodon.social." };
  if (text === "" || !URL.canParse(address)) return wrong;
  const { protocol, hostname, host, port, origin, username, password } = new URL(address);
  if (username !== "" || password !== "" || hostname === "") return wrong;
  const isAllowed = allow.has(`${hostname}:${port || (protocol === "https:" ? 443 : 80)}`);
  if (protocol === "http:" && !isAllowed) {
    return { problem: `${host} needs https://. With plain http, others could read the credentials.` };
  }
  if (!isAllowed && !hostname.includes(".")) return wrong;
  return { host: origin };
}

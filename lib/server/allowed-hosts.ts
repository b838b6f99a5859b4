/**
 * The Host headers of this server. Next builds addresses from Host (GHSA-89xv-2m56-2m9x), so no other value reaches
 * Next.
 */
export type AllowedHosts = {
  /** Returns the origin of a Host, or null for a foreign one, which gets 421. */
  originOf: (host: string | undefined) => string | null;
  /** The origin that is printed, published and used outside requests. */
  main: string;
};

/**
 * Returns a host as the URL parser writes it, without a dot at its end and without the protocol's own port; null for
 * anything else. Proxies send `posts.example.org:443`, and a browser `posts.example.org.` if that was typed.
 */
function normalizeHost(host: string | undefined, protocol: string): string | null {
  if (!host || !/^(?:\[[0-9a-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/iu.test(host)) return null;
  const url = `${protocol}//${host}`;
  if (!URL.canParse(url)) return null;
  const { hostname, port } = new URL(url);
  return `${hostname.replace(/\.$/u, "")}${port === "" ? "" : `:${port}`}`;
}

/**
 * Creates the list of hosts. With `publicUrl`, only its host is allowed. Without it: loopback names with our port, and
 * the listen address. `port` is the real port, so that 0 works in tests.
 */
export function createAllowedHosts(at: { publicUrl: string | undefined; host: string; port: number }): AllowedHosts {
  if (at.publicUrl) {
    const { origin, protocol, host: own } = new URL(at.publicUrl);
    const name = normalizeHost(own, protocol);
    return {
      main: origin,
      originOf: (host) => (name !== null && normalizeHost(host, protocol) === name ? origin : null),
    };
  }
  const withPort = (name: string) => (at.port === 80 ? name : `${name}:${at.port}`);
  const names = ["localhost", "127.0.0.1", "[::1]"];
  if (!["0.0.0.0", "::", "127.0.0.1", "::1", "localhost"].includes(at.host)) {
    names.push(at.host.includes(":") ? `[${at.host}]` : at.host);
  }
  const own = new Set(names.map((name) => normalizeHost(withPort(name), "http:")));
  return {
    main: `http://${withPort("localhost")}`,
    originOf(host) {
      const name = normalizeHost(host, "http:");
      return name !== null && own.has(name) ? `http://${name}` : null;
    },
  };
}

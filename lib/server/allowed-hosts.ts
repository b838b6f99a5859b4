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
 * Creates the list of hosts. With `publicUrl`, only its host is allowed. Without it: loopback names with our port, and
 * the listen address. `port` is the real port, so that 0 works in tests.
 */
export function createAllowedHosts(at: { publicUrl: string | undefined; host: string; port: number }): AllowedHosts {
  if (at.publicUrl) {
    const origin = new URL(at.publicUrl).origin;
    const own = new URL(origin).host;
    return { main: origin, originOf: (host) => (host?.toLowerCase() === own ? origin : null) };
  }
  const withPort = (name: string) => (at.port === 80 ? name : `${name}:${at.port}`);
  const names = ["localhost", "127.0.0.1", "[::1]"];
  if (!["0.0.0.0", "::", "127.0.0.1", "::1", "localhost"].includes(at.host)) {
    names.push(at.host.includes(":") ? `[${at.host}]` : at.host);
  }
  const own = new Set(names.map(withPort));
  return {
    main: `http://${withPort("localhost")}`,
    originOf: (host) => (host && own.has(host.toLowerCase()) ? `http://${host.toLowerCase()}` : null),
  };
}

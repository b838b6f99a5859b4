import type { ClientAuth, Configuration } from "openid-client";

/** The operator's OpenID provider. */
export type OidcProviderSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The provider's display name, on the button and in sentences. */
  name: string;
};

/** Loads the library at the first sign-in: most starts never need it. */
export const loadOpenIdClient = () => import("openid-client");

/** Seconds the provider has for one response; below, ms after which its metadata is fetched again. */
const answerSeconds = 5;
const freshMs = 60 * 60_000;

/**
 * Creates a function that returns the provider's metadata, fetched at the first sign-in and cached. After a failure the
 * next sign-in tries again; earlier metadata stays valid meanwhile.
 */
export function createOidcDiscovery(settings: OidcProviderSettings, nowMs: () => number): () => Promise<Configuration> {
  let cached: { config: Configuration; atMs: number } | null = null;
  let asking: Promise<Configuration> | null = null;
  const ask = async () => {
    try {
      const config = await discover(settings);
      cached = { config, atMs: nowMs() };
      return config;
    } catch (error) {
      if (cached) return cached.config;
      throw error;
    } finally {
      asking = null;
    }
  };
  return () => {
    if (cached && nowMs() - cached.atMs < freshMs) return Promise.resolve(cached.config);
    asking ??= ask();
    return asking;
  };
}

async function discover(settings: OidcProviderSettings): Promise<Configuration> {
  const openid = await loadOpenIdClient();
  const issuer = new URL(settings.issuer);
  const { ClientSecretBasic, ClientSecretPost } = openid;
  const basic = ClientSecretBasic(settings.clientSecret);
  const post = ClientSecretPost(settings.clientSecret);
  // OpenID Connect Discovery 1.0 §3: a provider that names no method takes the secret in the header.
  const authenticate: ClientAuth = (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    return (methods.includes("client_secret_basic") ? basic : post)(server, ...rest);
  };
  return openid.discovery(issuer, settings.clientId, undefined, authenticate, {
    timeout: answerSeconds,
    // The signature is verified in addition to the TLS connection. Plain http only where the settings allow it.
    execute: [
      openid.enableNonRepudiationChecks,
      ...(issuer.protocol === "http:" ? [openid.allowInsecureRequests] : []),
    ],
  });
}

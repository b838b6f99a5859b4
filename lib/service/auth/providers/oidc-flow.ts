import { createHash } from "node:crypto";
import type { Configuration } from "openid-client";
import * as z from "zod";
import { providerCallbackPath } from "#lib/embedded-service.ts";
import { consumePendingAuthChallenge, createPendingAuthChallenge } from "#lib/service/auth/pending-auth-challenge.ts";
import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { createOidcDiscovery, loadOpenIdClient, type OidcProviderSettings } from "./oidc-discovery.ts";

/** Ms a person has to sign in at the provider. */
export const providerSignInTimeoutMs = 10 * 60_000;

export type OidcFlowDeps = Pick<Context, "pool" | "clock" | "log" | "sealer" | "settings">;

/** Data that a pending sign-in stores until the provider's answer. */
export type ProviderSignInPurpose = {
  /** The page that the person wanted. */
  next: string;
  /** The token of the person's invitation. */
  invitation: string | null;
  /** The signed-in account that wants to connect the provider. */
  accountId: string | null;
};

/** A person as the provider identifies them. `email` is an address that the provider has confirmed, else null. */
export type ProviderIdentity = { issuer: string; subject: string; email: string | null; name: string | null };

const sealLocation = "sign_in_challenges.data.kept";
const StoredFlow = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
  invitation: z.string().nullable(),
  accountId: z.string().nullable(),
});
const hashBrowserSecret = (browser: string) => createHash("sha256").update(browser).digest("base64url");

/**
 * Creates the redirect to the provider and the return: authorization code, PKCE, state and nonce (OpenID Connect Core
 * 1.0 §3.1, RFC 9700 §2.1).
 */
export function createOidcFlow(settings: OidcProviderSettings, parts: OidcFlowDeps) {
  const { pool, clock, sealer } = parts;
  const connect = createOidcDiscovery(settings, () => clock.now().getTime());
  const connected = () =>
    connect().catch((error: unknown) => {
      parts.log.warn({ err: error }, "OpenID provider unreachable");
      throw unreachable(settings.name);
    });
  return {
    /**
     * Returns the URL at the provider. `browser` is a secret that only this browser has: the answer is valid only
     * there.
     */
    async begin(purpose: ProviderSignInPurpose, browser: string): Promise<URL> {
      const config = await connected();
      const openid = await loadOpenIdClient();
      const [verifier, nonce] = [openid.randomPKCECodeVerifier(), openid.randomNonce()];
      const secretPart = openid.randomState();
      const sealed = sealer.seal(JSON.stringify({ ...purpose, state: secretPart, nonce, verifier }), sealLocation);
      const data = { browser: hashBrowserSecret(browser), kept: sealed };
      const id = await createPendingAuthChallenge(
        pool,
        { kind: "provider", accountId: null, data },
        providerSignInTimeoutMs,
        clock,
      );
      return openid.buildAuthorizationUrl(config, {
        redirect_uri: `${parts.settings.origin}${providerCallbackPath}`,
        scope: "openid email profile",
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        state: `${id}.${secretPart}`,
        nonce,
      });
    },
    /**
     * Returns the identity of the person who came back. @throws Refusal with a sentence; then nothing was changed and
     * the answer is consumed.
     */
    async finish(
      search: string,
      browser: string | null,
    ): Promise<{ identity: ProviderIdentity; purpose: ProviderSignInPurpose }> {
      const url = new URL(`${parts.settings.origin}${providerCallbackPath}`);
      url.search = search;
      const [id = "", secretPart] = (url.searchParams.get("state") ?? "").split(".");
      const bound = { browser: hashBrowserSecret(browser ?? "") };
      const data = await consumePendingAuthChallenge(pool, { id, kind: "provider", accountId: null, bound }, clock);
      if (!data) throw new Refusal("forbidden", startAgain);
      const opened = sealer.open(String(data["kept"]), sealLocation);
      const { state, nonce, verifier, ...purpose } = StoredFlow.parse(JSON.parse(opened ?? "{}"));
      if (secretPart !== state) throw new Refusal("forbidden", startAgain);
      const identity = await identify(await connected(), url, { state: `${id}.${state}`, nonce, verifier }).catch(
        (error: unknown) => {
          throw toProviderRefusal(error, settings.name, parts.log);
        },
      );
      return { identity, purpose };
    },
  };
}

type ExpectedAuthorization = { state: string; nonce: string; verifier: string };

async function identify(config: Configuration, url: URL, expected: ExpectedAuthorization): Promise<ProviderIdentity> {
  const openid = await loadOpenIdClient();
  const tokens = await openid.authorizationCodeGrant(config, url, {
    expectedState: expected.state,
    expectedNonce: expected.nonce,
    pkceCodeVerifier: expected.verifier,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error("The response has no ID token.");
  const { iss, sub } = claims;
  // Many providers return the address only there (OpenID Connect Core 1.0 §5.4).
  const hasEmail = claims["email"] !== undefined || config.serverMetadata().userinfo_endpoint === undefined;
  const userInfo = hasEmail ? claims : await openid.fetchUserInfo(config, tokens.access_token, sub);
  const { email, email_verified: isConfirmed, name } = userInfo;
  return {
    issuer: iss,
    subject: sub,
    // Only `true` is a confirmation; the string "true" is not.
    email: isConfirmed === true && z.email().max(254).safeParse(email).success ? String(email) : null,
    name: typeof name === "string" && name.trim() !== "" ? name.trim().slice(0, 100) : null,
  };
}

const startAgain =
  "This sign-in expired, was already used, or began in another browser. You are not signed in. Start again.";

const unreachable = (name: string) =>
  new Refusal("unavailable", `${name} can't be reached right now. Sign in another way, or try again in a minute.`);

const connectionErrorCodes = new Set(["OAUTH_TIMEOUT", "OAUTH_RESPONSE_IS_NOT_CONFORM"]);

/** Turns a failure of the return into a refusal. The log has the kind of failure and never the exchanged data. */
function toProviderRefusal(error: unknown, name: string, log: OidcFlowDeps["log"]): Refusal {
  const { code, error: errorCode } = error as { code?: unknown; error?: unknown };
  if (errorCode === "access_denied") {
    return new Refusal(
      "forbidden",
      `You are not signed in because the request was declined at ${name}. Try again, or sign in another way.`,
    );
  }
  const kind = typeof code === "string" ? code : error instanceof Error ? error.constructor.name : "unknown";
  log.warn({ kind }, "OpenID provider response rejected");
  if (error instanceof TypeError || connectionErrorCodes.has(kind)) return unreachable(name);
  return new Refusal("forbidden", `The response from ${name} was not accepted. You are not signed in. Start again.`);
}

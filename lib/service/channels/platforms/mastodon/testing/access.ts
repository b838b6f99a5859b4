import { createHash, randomBytes } from "node:crypto";
import type { FakeAnswer, FakeRequest, FakeRoutes } from "#lib/service/channels/testing/fake-server.ts";
import { createErrorAnswer } from "./refusal.ts";

type Grant = { redirectUri: string; scopes: string; challenge: string | null };

const allScopes = "profile read:statuses write:statuses write:media";
const covers = (held: ReadonlySet<string>, scope: string) => held.has(scope) || held.has(scope.split(":")[0] ?? "");
const newSecret = () => randomBytes(24).toString("base64url");

/** Fakes the server's access control: applications that register themselves, consent, and tokens that do not expire. */
export function createFakeAccess({
  now,
  isPre43,
  isPixelfed,
  getForbidden,
}: {
  now: () => number;
  isPre43: () => boolean;
  isPixelfed: () => boolean;
  /** Returns the text of a program that answers 403 to a missing token or permission; null on others. */
  getForbidden: (scope: string) => string | null;
}) {
  const apps = new Map<string, { secret: string; redirects: string[]; scopes: string[] }>();
  const codes = new Map<string, Grant & { clientId: string }>();
  const tokens = new Map<string, Set<string>>();

  /** Checks a request's token for one of the scopes. @returns null if the token has one */
  function heldBy(request: FakeRequest, ...scopes: string[]): FakeAnswer | null {
    const token = (request.headers["authorization"] ?? "").replace(/^Bearer /u, "");
    const held = tokens.get(token);
    const forbidden = getForbidden(scopes[0] ?? "");
    if (!held || request.mode?.mode === "revoked") {
      if (request.mode?.mode === "revoked") tokens.delete(token);
      if (forbidden !== null) return createErrorAnswer(403, forbidden);
      return createErrorAnswer(401, "The access token is invalid");
    }
    if (request.mode?.mode === "forbidden") return createErrorAnswer(403, "Your login is currently disabled");
    if (request.mode?.mode === "scope-missing" || !scopes.some((scope) => covers(held, scope))) {
      return createErrorAnswer(403, forbidden ?? "This action is outside the authorized scopes");
    }
    return null;
  }

  /** Grants consent at once; `deny` refuses it. */
  function authorize({ query, mode }: FakeRequest): FakeAnswer {
    const app = apps.get(query.get("client_id") ?? "");
    const redirectUri = query.get("redirect_uri") ?? "";
    const scopes = query.get("scope") ?? "read";
    if (!app) return createErrorAnswer(401, "Client authentication failed due to unknown client");
    if (!app.redirects.includes(redirectUri)) return createErrorAnswer(400, "The redirect uri included is not valid.");
    // pixelfed AuthServiceProvider, tokensCan.
    if (isPixelfed() && !scopes.split(" ").every((scope) => ["read", "write", "follow", "push"].includes(scope)))
      return createErrorAnswer(400, "The requested scope is invalid, unknown, or malformed");
    if (!scopes.split(" ").every((scope) => app.scopes.includes(scope)))
      return createErrorAnswer(400, "The requested scope is invalid");
    const code = newSecret();
    codes.set(code, {
      clientId: query.get("client_id") ?? "",
      redirectUri,
      scopes,
      challenge: isPre43() ? null : query.get("code_challenge"),
    });
    const back = new URL(redirectUri);
    back.searchParams.set("state", query.get("state") ?? "");
    if (mode?.mode === "deny") back.searchParams.set("error", "access_denied");
    else back.searchParams.set("code", code);
    return { status: 302, headers: { location: back.href }, text: "" };
  }

  function grant({ json, mode }: FakeRequest): FakeAnswer {
    const app = apps.get(json?.client_id);
    if (!app || app.secret !== json?.client_secret) return createErrorAnswer(401, "invalid_client");
    if (json?.grant_type === "client_credentials") {
      return { status: 200, json: { access_token: newSecret(), token_type: "Bearer", scope: "read" } };
    }
    const code = codes.get(json?.code);
    codes.delete(json?.code);
    const proof = createHash("sha256")
      .update(String(json?.code_verifier ?? ""))
      .digest("base64url");
    if (!code || code.clientId !== json.client_id || code.redirectUri !== json.redirect_uri)
      return createErrorAnswer(400, "invalid_grant");
    if (code.challenge !== null && code.challenge !== proof) return createErrorAnswer(400, "invalid_grant");
    const token = newSecret();
    const scopes = mode?.mode === "scope-missing" ? (code.scopes.split(" ")[0] ?? "") : code.scopes;
    tokens.set(token, new Set(scopes.split(" ")));
    return {
      status: 200,
      json: { access_token: token, token_type: "Bearer", scope: scopes, created_at: Math.floor(now() / 1000) },
    };
  }

  const routes: FakeRoutes = {
    "GET /.well-known/oauth-authorization-server": () =>
      isPre43() || isPixelfed()
        ? createErrorAnswer(404, "Not Found")
        : {
            status: 200,
            json: {
              issuer: "https://fake.invalid/",
              scopes_supported: ["read", "write", "profile"],
              code_challenge_methods_supported: ["S256"],
            },
          },
    "POST /api/v1/apps": ({ json }) => {
      const scopes = String(json?.scopes ?? "read").split(" ");
      const redirects = [json?.redirect_uris].flat().filter(Boolean).map(String);
      if (redirects.length === 0 || !json?.client_name)
        return createErrorAnswer(422, "Validation failed: Redirect URI must be an absolute URI.");
      if (isPre43() && scopes.includes("profile"))
        return createErrorAnswer(422, "Validation failed: Scopes doesn't match configured on the server.");
      const [id, secret] = [newSecret(), newSecret()];
      apps.set(id, { secret, redirects, scopes });
      return { status: 200, json: { id: "1", name: json.client_name, client_id: id, client_secret: secret } };
    },
    "GET /oauth/authorize": authorize,
    "POST /oauth/token": grant,
    // methods/oauth.md#revoke.
    "POST /oauth/revoke": ({ json }) => {
      const app = apps.get(json?.client_id);
      if (!app || app.secret !== json?.client_secret)
        return createErrorAnswer(403, "You are not authorized to revoke this token");
      tokens.delete(json?.token);
      return { status: 200, json: {} };
    },
  };

  return {
    heldBy,
    routes,
    commands: {
      /** Creates a token for those scopes; by default for all that we ask for. */
      token: (given: { scopes?: string }) => {
        const token = newSecret();
        tokens.set(token, new Set((given.scopes ?? allScopes).split(" ")));
        return { token };
      },
      revoke: () => tokens.clear(),
      forgetApps: () => apps.clear(),
    },
    reset: () => {
      for (const map of [apps, codes, tokens]) map.clear();
    },
  };
}

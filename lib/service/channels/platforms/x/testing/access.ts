import { createHash, randomBytes } from "node:crypto";
import type { FakeAnswer, FakeRequest } from "#lib/service/channels/testing/fake-server.ts";
import { createForbiddenAnswer, createProblemAnswer } from "./problems.ts";

type Access = { family: string; scopes: Set<string>; endsAt: number };

const app = { id: "the-client", secret: "the-secret" };
const allScopes = "tweet.read tweet.write users.read media.write offline.access";
const newSecret = () => randomBytes(24).toString("base64url");
const basic = `Basic ${Buffer.from(`${app.id}:${app.secret}`).toString("base64")}`;
const oauthError = (status: number, error: string, description: string): FakeAnswer => ({
  status,
  json: { error, error_description: description },
});
const capped = createProblemAnswer(429, "UsageCapExceeded", "Usage cap exceeded: Monthly product cap", {
  type: "https://api.twitter.com/2/problems/usage-capped",
  period: "Monthly",
});

/** The answer as X has sent it since September 2026. */
const spendCap = createProblemAnswer(403, "Forbidden", "Your monthly spend cap has been reached.", {
  type: "https://api.x.com/2/problems/spend-cap-reached",
});

/** Fakes X's access control: consent, and pairs of tokens whose refresh token counts once. */
export function createFakeAccess(now: () => number) {
  const access = new Map<string, Access>();
  const refreshTokens = new Map<string, { family: string; scopes: string; isUsed: boolean }>();
  const codes = new Map<string, { redirectUri: string; scopes: string; challenge: string; at: number }>();
  const dead = new Set<string>();

  function grantTokens(family: string, scopes: string) {
    const [token, fresh] = [newSecret(), newSecret()];
    access.set(token, { family, scopes: new Set(scopes.split(" ")), endsAt: now() + 7_200_000 });
    refreshTokens.set(fresh, { family, scopes, isUsed: false });
    return { token_type: "bearer", expires_in: 7_200, access_token: token, scope: scopes, refresh_token: fresh };
  }

  function heldBy(request: FakeRequest, scope: string): FakeAnswer | null {
    const token = (request.headers["authorization"] ?? "").replace(/^Bearer /u, "");
    const held = access.get(token);
    if (request.mode?.mode === "revoked" && held) dead.add(held.family);
    if (!held || dead.has(held.family) || held.endsAt <= now())
      return createProblemAnswer(401, "Unauthorized", "Unauthorized");
    if (request.mode?.mode === "usage-capped") return capped;
    if (request.mode?.mode === "spend-cap") return createProblemAnswer(403, "SpendCapReached", "Forbidden");
    if (request.mode?.mode === "spend-cap-type") return spendCap;
    if (request.mode?.mode === "credits-402") {
      return createProblemAnswer(
        402,
        "CreditsDepleted",
        "Your enrolled account does not have any credits to fulfill this request.",
      );
    }
    if (request.mode?.mode === "forbidden" || !held.scopes.has(scope)) {
      return createForbiddenAnswer("You are not permitted to perform this action.");
    }
    return null;
  }

  function authorize({ query, mode }: FakeRequest): FakeAnswer {
    const redirectUri = query.get("redirect_uri") ?? "";
    if (query.get("client_id") !== app.id || query.get("code_challenge_method") !== "S256")
      return createProblemAnswer(400, "Invalid Request", "client");
    const code = newSecret();
    codes.set(code, {
      redirectUri,
      scopes: query.get("scope") ?? "",
      challenge: query.get("code_challenge") ?? "",
      at: now(),
    });
    const back = new URL(redirectUri);
    back.searchParams.set("state", query.get("state") ?? "");
    if (mode?.mode === "deny") back.searchParams.set("error", "access_denied");
    else back.searchParams.set("code", code);
    return { status: 302, headers: { location: back.href }, text: "" };
  }

  function grant(request: FakeRequest): FakeAnswer {
    const { json, headers, mode } = request;
    if (headers["authorization"] !== basic)
      return oauthError(401, "unauthorized_client", "Missing valid authorization header");
    if (json?.grant_type === "refresh_token") {
      const held = refreshTokens.get(json.refresh_token);
      if (held?.isUsed) dead.add(held.family);
      if (!held || held.isUsed || dead.has(held.family)) {
        return oauthError(400, "invalid_request", "Value passed for the token was invalid.");
      }
      held.isUsed = true;
      for (const [token, one] of access) if (one.family === held.family) access.delete(token);
      request.commit();
      return { status: 200, json: grantTokens(held.family, held.scopes) };
    }
    const code = codes.get(json?.code);
    codes.delete(json?.code);
    const proof = createHash("sha256")
      .update(String(json?.code_verifier ?? ""))
      .digest("base64url");
    const isGood =
      code && code.challenge === proof && code.redirectUri === json.redirect_uri && now() - code.at < 30_000;
    if (!isGood) return oauthError(400, "invalid_request", "Value passed for the authorization code was invalid.");
    request.commit();
    return { status: 200, json: grantTokens(newSecret(), mode?.mode === "few-scopes" ? "tweet.read" : code.scopes) };
  }

  /** Revokes one token. X does not document the effect on the other token of the pair, so the fake has none. */
  function revoke({ json, headers }: FakeRequest): FakeAnswer {
    if (headers["authorization"] !== basic)
      return oauthError(401, "unauthorized_client", "Missing valid authorization header");
    access.delete(json?.token);
    refreshTokens.delete(json?.token);
    return { status: 200, json: { revoked: true } };
  }

  return {
    heldBy,
    routes: {
      "GET /i/oauth2/authorize": authorize,
      "POST /2/oauth2/token": grant,
      "POST /2/oauth2/revoke": revoke,
    },
    commands: {
      /** Creates tokens with all scopes, and returns the application that they belong to. */
      token: () => ({ ...grantTokens(newSecret(), allScopes), app }),
      /** Ends all access tokens now; refresh tokens stay valid. */
      expire: () => {
        for (const one of access.values()) one.endsAt = 0;
      },
      revoke: () => {
        for (const one of access.values()) dead.add(one.family);
      },
    },
    reset: () => {
      dead.clear();
      for (const map of [access, refreshTokens, codes]) map.clear();
    },
  };
}

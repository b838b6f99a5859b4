import type { FakeAnswer, FakeRequest, FakeRoutes } from "#lib/service/channels/testing/fake-server.ts";

/** Fakes LinkedIn's access control: the member's two tokens, and the codes that are exchanged for them. */

export const createErrorAnswer = (status: number, code: string, message: string): FakeAnswer => ({
  status,
  json: { status, code, message },
});

const person = { sub: "782bbtaQ", name: "Ada Example", picture: "https://media.example/ada.jpg" };
export const member = `urn:li:person:${person.sub}`;
const ofMembers = ["openid", "profile", "w_member_social"];
const ofPages = ["rw_organization_admin", "w_organization_social", "r_organization_social"];
/** Tokens by permission; a real token is twice as long. */
const tokens = new Map([
  ["AQXNmadeUpAccessTokenOfAMemberForTests0123456789", ofMembers],
  ["AQXNmadeUpAccessTokenOfAMemberWithPages0123456789", [...ofMembers, ...ofPages]],
  ["AQXNmadeUpAccessTokenForPagesAlone0123456789012345", ofPages],
]);

const deadToken = "The provided authorization grant or refresh token is invalid, expired or revoked";
const refreshToken = "AQWmadeUpRefreshTokenForTests0123456789";
/** "Programmatic refresh tokens": the token stays the same, and its end does not move. */
const grantedRefresh = (days: number) => ({ refresh_token: refreshToken, refresh_token_expires_in: days * 86_400 });

type Roles = { mayPost: (urn: string) => boolean; mayRead: (urn: string) => boolean };
export type FakeLinkedinAccess = ReturnType<typeof createFakeAccess>;

export function createFakeAccess(roles: Roles) {
  let codes = new Map<string, readonly string[]>();
  let serial = 0;
  /** Only approved applications get a token to refresh with. */
  let isApproved = false;
  function reset() {
    isApproved = false;
    codes = new Map([
      ["good-code", ofMembers],
      ["code-with-pages", [...ofMembers, ...ofPages]],
      ["code-of-pages", ofPages],
    ]);
  }
  reset();

  const scopesOf = ({ headers }: FakeRequest) =>
    tokens.get((headers["authorization"] ?? "").replace(/^Bearer /u, "")) ?? null;
  const denied = (what: string) =>
    createErrorAnswer(403, "ACCESS_DENIED", `Not enough permissions to access: ${what}.20260901`);

  function enter(request: FakeRequest, isVersioned = true): FakeAnswer | null {
    const { headers, mode } = request;
    if (!scopesOf(request) || mode?.mode === "revoked") {
      return createErrorAnswer(
        401,
        "REVOKED_ACCESS_TOKEN",
        "The token used in the request has been revoked by the user",
      );
    }
    if (!isVersioned) return null;
    if (!/^20\d{4}$/.test(headers["linkedin-version"] ?? ""))
      return createErrorAnswer(400, "VERSION_MISSING", "A version must be present");
    if (mode?.mode === "version-sunset") {
      return createErrorAnswer(
        426,
        "NONEXISTENT_VERSION",
        `Requested version ${headers["linkedin-version"]} is not active`,
      );
    }
    if (headers["x-restli-protocol-version"] !== "2.0.0")
      return createErrorAnswer(400, "BAD_PROTOCOL", "Rest.li protocol version");
    return mode?.mode === "no-permission" ? denied("partnerApiPosts.CREATE") : null;
  }

  const holds = (request: FakeRequest, scope: string) => scopesOf(request)?.includes(scope) ?? false;
  /** Checks the author; "Posts API": a member posts as themselves, a page through a member with a role there. */
  function mayWrite(request: FakeRequest, author: unknown): FakeAnswer | null {
    if (typeof author !== "string")
      return createErrorAnswer(400, "MISSING_FIELD", "ERROR :: /author :: field is required");
    if (author === member) return holds(request, "w_member_social") ? null : denied("partnerApiPosts.CREATE");
    const isTheirs = roles.mayPost(author) && holds(request, "w_organization_social");
    return isTheirs ? null : denied("partnerApiPosts.CREATE");
  }
  function mayRead(request: FakeRequest, author: string): FakeAnswer | null {
    const isTheirs = roles.mayRead(author) && holds(request, "r_organization_social");
    return isTheirs ? null : denied("partnerApiPosts.FINDER-author");
  }

  const routes: FakeRoutes = {
    "GET /oauth/v2/authorization": ({ query }) => {
      const back = new URL(query.get("redirect_uri") ?? "");
      back.searchParams.set("state", query.get("state") ?? "");
      serial += 1;
      const scopes = (query.get("scope") ?? "").split(" ");
      const isKnown = scopes.every((scope) => [...ofMembers, ...ofPages].includes(scope));
      if (isKnown) codes.set(`code-${serial}`, scopes);
      if (isKnown) back.searchParams.set("code", `code-${serial}`);
      else back.searchParams.set("error", "unauthorized_scope_error");
      return { status: 302, headers: { location: back.href }, text: "" };
    },
    "POST /oauth/v2/accessToken": ({ json, mode }) => {
      if (json?.client_id !== "app" || json.client_secret !== "app-secret") {
        return { status: 401, json: { error: "invalid_client", error_description: "Client authentication failed" } };
      }
      if (json.grant_type === "refresh_token") {
        if (json.refresh_token !== refreshToken)
          return {
            status: 400,
            json: {
              error: mode?.mode === "dead-as-request" ? "invalid_request" : "invalid_grant",
              error_description: deadToken,
            },
          };
        return {
          status: 200,
          json: { access_token: [...tokens.keys()][1], ...grantedRefresh(300), expires_in: 5_184_000 },
        };
      }
      const scopes = codes.get(json.code);
      if (!scopes || !codes.delete(json.code)) return { status: 400, json: { error: "invalid_request" } };
      const token = [...tokens].find(
        ([, held]) => held.length === scopes.length && held.every((one) => scopes.includes(one)),
      );
      const scope = (mode?.mode === "fewer-scopes" ? scopes.slice(0, -1) : scopes).join(",");
      return {
        status: 200,
        json: { access_token: token?.[0], expires_in: 5_184_000, scope, ...(isApproved && grantedRefresh(365)) },
      };
    },
    "GET /v2/userinfo": (request) =>
      enter(request, false) ?? (holds(request, "openid") ? { status: 200, json: person } : denied("userinfo.GET")),
  };
  const commands = {
    approve: () => {
      isApproved = true;
    },
  };
  return { enter, holds, denied, mayWrite, mayRead, routes, reset, commands };
}

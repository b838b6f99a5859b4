import type { Connector } from "#lib/service/channels/core/connector.ts";
import type {
  AccountChoice,
  AccountGrant,
  AccountProfile,
  AccountSecret,
  AppCredentials,
  ConnectFlow,
  Platform,
  ProfileResult,
} from "#lib/service/channels/core/platform.ts";

/** The answers of a scripted platform; tests change them. */
export type PlatformScript = {
  /** The accounts that can sign in; the code or the form's `account` names one of them. */
  accounts: Map<string, AccountProfile>;
  seen: ProfileResult["type"];
  /** The profile that the platform returns for everyone; null: the true one. */
  seenAs: AccountProfile | null;
  /** True if the platform no longer knows our application. */
  isAppGone: boolean;
  /** The result of a revocation. */
  revoking: "ends" | "fails" | "hangs";
  /** Fields that the accounts' secrets get besides their access. */
  secret: Partial<AccountSecret>;
  /** All requests, in order. */
  asked: { what: string; at: Record<string, unknown> }[];
};

export const createPlatformScript = (): PlatformScript => ({
  accounts: new Map(),
  seen: "seen",
  seenAs: null,
  isAppGone: false,
  revoking: "ends",
  secret: {},
  asked: [],
});

/** Adds an account; the same user name always gives the same id. */
export function addAccount(
  script: PlatformScript,
  username: string,
  more: Partial<AccountProfile> = {},
): AccountProfile {
  const profile: AccountProfile = {
    remoteId: `id-of-${username}`,
    username,
    name: `The ${username}`,
    avatarUrl: null,
    verified: false,
    host: "",
    told: { maxCharacters: 700, maxImages: 6 },
    ...more,
  };
  script.accounts.set(username, profile);
  return profile;
}

const secretOf = (username: string): AccountSecret => ({
  access: `the access of ${username}`,
  refresh: null,
  accessEndsAt: null,
  more: {},
});
const connectorOf = (slug: string): Connector => ({
  slug,
  getRepeats: () => ({ deduplicated: false, absentAfterMs: 0, resends: 0 }),
  imageForm: null,
  plan: () => ({}),
  prepare: { can: false, why: "No preparation is needed." },
  publishPart: async () => ({
    type: "published",
    sent: { remoteId: "1", url: null, at: new Date(0), proof: "answer" },
  }),
  findPart: { can: false, why: "It has no profile." },
  remove: { can: true, run: async () => "removed" },
});

function platformWith(script: PlatformScript, slug: string, connect: ConnectFlow, base: string | null): Platform {
  return {
    connector: connectorOf(slug),
    connect,
    base,
    requirements: ["The platform is scripted."],
    authorize: (request) => request,
    isExpired: () => false,
    refresh: { can: false, why: "Access does not expire." },
    revoke: {
      can: true,
      async run({ access }, { account: { host }, app }, { base }) {
        script.asked.push({ what: "revoke", at: { access, host, client: app?.clientId ?? null, base } });
        if (script.revoking === "fails") throw new Error(`could not revoke ${access}`);
        if (script.revoking === "hangs") await new Promise(() => undefined);
        return true;
      },
    },
    profile: async (account) => {
      script.asked.push({ what: "profile", at: { username: account.username } });
      if (script.seen !== "seen") return { type: script.seen };
      const own = [...script.accounts.values()].find(({ remoteId }) => remoteId === account.remoteId);
      const profile = script.seenAs ?? own;
      return profile ? { type: "seen", profile } : { type: "signed_out" };
    },
  };
}

/** Creates a platform whose accounts connect by a form. */
export function createFormPlatform(script: PlatformScript, slug: string): Platform {
  const field = { label: "Account", help: "The account's name.", secret: false, usual: "" };
  const fields = [
    { ...field, name: "account" },
    { ...field, name: "password", label: "Password", secret: true },
  ];
  const run = async (values: Readonly<Record<string, string>>) => {
    script.asked.push({ what: "form", at: { ...values } });
    return signIn(script, values["account"] ?? "", "account");
  };
  return platformWith(script, slug, { by: "form", fields, run }, "https://scripted.example.org");
}

type From = Extract<ConnectFlow, { by: "oauth" }>["app"]["from"];
/** Creates a platform with a consent page; with `server` the account lives on one of many servers. */
export function createOAuthPlatform(script: PlatformScript, slug: string, from: From): Platform {
  const keys: AppCredentials = { clientId: "client", clientSecret: "secret" };
  const ask = (what: string, at: Record<string, unknown>) => script.asked.push({ what, at });
  const connect: ConnectFlow = {
    by: "oauth",
    host:
      from === "server"
        ? { name: "host", label: "Server", help: "The account's server.", secret: false, usual: "" }
        : null,
    app:
      from === "operator"
        ? { from, uses: ["one", "more"].map((name) => ({ name, label: name, help: `For ${name}.` })) }
        : {
            from,
            register: async (at) => {
              ask("register", at);
              return keys;
            },
            isForgotten: async () => script.isAppGone,
          },
    authorizeUrl: ({ app, ...at }) => {
      ask("authorize", { ...at, client: app.clientId, use: app.use });
      const query = new URLSearchParams({
        state: at.state,
        code_challenge: at.challenge,
        redirect_uri: at.redirectUri,
      });
      return `${at.host}/authorize?${query}`;
    },
    finish: async ({ app, ...at }) => {
      ask("finish", { ...at, client: app.clientId });
      if (script.isAppGone) return { problem: "The server has forgotten us. Start again.", isAppGone: true };
      const codes = at.code.split("+");
      if (codes.length === 1) return signIn(script, at.code, undefined, at.host);
      const came = codes.map((code) => signIn(script, code, undefined, at.host));
      return {
        choose: came.flatMap((one) => ("problem" in one ? [] : [{ ...one, what: "Page" }])),
      } satisfies AccountChoice;
    },
  };
  return platformWith(script, slug, connect, from === "server" ? null : "https://scripted.example.org");
}

function signIn(
  script: PlatformScript,
  username: string,
  field?: string,
  host?: string,
): AccountGrant | { problem: string } {
  const profile = script.accounts.get(username);
  if (!profile) return { problem: "Account not found. Nothing was connected.", ...(field && { field }) };
  return {
    profile: { ...profile, ...(host !== undefined && { host }) },
    secret: { ...secretOf(username), ...script.secret },
  };
}

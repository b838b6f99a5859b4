import type {
  Capability,
  Connector,
  ConnectorIo,
  ConnectorJson,
  PlatformAccount,
  PlatformRequest,
  PlatformResult,
} from "./connector.ts";

/** The keys of an account, sealed at rest as one value. */
export type AccountSecret = {
  /** What every request carries. */
  access: string;
  /** Null where there is none: then the account is connected anew when access ends. */
  refresh: string | null;
  /** ISO 8601; null where it does not end or is not told. */
  accessEndsAt: string | null;
  /** Whatever else the platform needs: a DPoP key, an application's own key on that server. */
  more: Readonly<Record<string, string>>;
};

/** The application's own keys, which the operator got from the platform, or the server on registration. */
export type AppCredentials = {
  clientId: string;
  clientSecret: string;
  /** What it may ask for, where that was settled at its registration. */
  scopes?: string;
  /** Where it was registered to bring people back to; at another address of ours it is of no use. */
  redirectUri?: string;
  /** Which of its platform's `uses` the application is made for; the first where none is told. */
  use?: string;
};

/** What the operator's application may be made for, where its platform gives applications different permissions. */
export type AppPurpose = { name: string; label: string; help: string };

/** Whose keys: of a platform (host empty) or of one of its servers; `orgId` null: of the whole installation. */
type AppCredentialsScope = { platform: string; host: string; orgId: string | null };

/** The application's own keys, as the operator, an administrator or a server gave them. */
export type AppCredentialsStore = {
  /** The environment's come first, then the organization's own, then the installation's; null where there are none. */
  find: (at: AppCredentialsScope) => Promise<AppCredentials | null>;
  /** Whether they stand in the environment, where no screen changes them. */
  isFixed: (platform: string) => boolean;
  save: (at: AppCredentialsScope, keys: AppCredentials) => Promise<void>;
  /** Those that are there, else what `make` gives: then that is what everybody finds. */
  need: (at: AppCredentialsScope, make: () => AppCredentials) => Promise<AppCredentials>;
  remove: (at: AppCredentialsScope) => Promise<void>;
};

/** Requests without an account's token: connecting and refreshing. */
export type PlatformHttpClient = {
  fetch: (request: PlatformRequest) => Promise<PlatformResult>;
  /** Base address of the platform's API, without a slash at the end: the platform's own unless the operator set another. */
  base: string;
  now: () => Date;
};

/** An account as its platform shows it. */
export type AccountProfile = {
  /** Stays when the account is renamed. */
  remoteId: string;
  username: string;
  name: string;
  avatarUrl: string | null;
  verified: boolean;
  host: string;
  /** Limits and versions the server told. */
  told: ConnectorJson;
};

export type AccountGrant = { profile: AccountProfile; secret: AccountSecret };

/** Several accounts that one sign-in gives; the person picks one. `what` says what each is, in a few words. */
export type AccountChoice = { choose: readonly (AccountGrant & { what: string })[] };

/** Why an account was not connected: one sentence, and the field of the form that it is about. */
export type ConnectProblem = {
  problem: string;
  field?: string;
  /** The server no longer knows our application: what is stored of it is of no use, and the next try registers anew. */
  isAppGone?: true;
};

/** One thing to fill in. `secret` fields are never shown again. */
export type ConnectFormField = {
  name: string;
  label: string;
  help: string;
  secret: boolean;
  /** Filled in already; empty for none. */
  usual: string;
};

/** How a person gives us access to their account. */
export type ConnectFlow =
  | {
      by: "form";
      fields: readonly ConnectFormField[];
      run: (
        values: Readonly<Record<string, string>>,
        net: PlatformHttpClient,
      ) => Promise<AccountGrant | ConnectProblem>;
    }
  | {
      by: "oauth";
      /** Asked where the account lives on one of many servers; null: the platform is one. */
      host: ConnectFormField | null;
      /** `operator`: keys from the environment or the screen; `server`: we register with each server by ourselves. */
      app:
        | { from: "operator"; uses?: readonly AppPurpose[] }
        | {
            from: "server";
            register: (
              at: { host: string; redirectUri: string; name: string },
              net: PlatformHttpClient,
            ) => Promise<AppCredentials | ConnectProblem>;
          };
      /** Where the person goes to say yes. Pure. RFC 6749 §4.1.1, RFC 7636 §4.3 (S256). */
      authorizeUrl: (at: {
        host: string;
        redirectUri: string;
        state: string;
        challenge: string;
        app: AppCredentials;
        /** Another account there is connected already: the person's browser may be signed in as that one. */
        isAnother: boolean;
      }) => string;
      /** The code that came back, once. */
      finish: (
        at: { host: string; redirectUri: string; code: string; verifier: string; app: AppCredentials },
        net: PlatformHttpClient,
      ) => Promise<AccountGrant | AccountChoice | ConnectProblem>;
    };

/** Who our application is at one address of ours. */
export type OAuthClient = { clientId: string; redirectUri: string };

/**
 * Another way in beside `connect`: the person says yes on the pages of the server that their account lives on, which is
 * found by the account. Nobody registers our application anywhere: it is described at an address of ours, or needs none.
 */
export type PlatformSignIn = {
  /** Which account it is; a channel that is connected again is asked for by its own id. */
  readonly field: ConnectFormField;
  /** What the way of `connect` is called beside it. */
  readonly instead: string;
  readonly needs: readonly string[];
  /** Who we are at this origin, or why it can't be done there, in a sentence. Pure. */
  readonly client: (at: { origin: string; backPath: string }) => OAuthClient | { missing: string };
  /** The key of this installation, which is kept sealed from the first time on. */
  readonly makeKey: () => string;
  /** What anybody may read about our application at `path`; null where it needs no such document. */
  readonly document: {
    path: string;
    make: (client: OAuthClient, at: { origin: string; key: string }) => Readonly<Record<string, unknown>> | null;
  };
  /** Where the person goes to say yes, and what is kept of it, sealed, until they come back. */
  readonly begin: (
    at: { account: string; state: string; challenge: string; client: OAuthClient; key: string },
    net: PlatformHttpClient,
  ) => Promise<{ url: string; host: string; kept: Readonly<Record<string, string>> } | ConnectProblem>;
  /** What came back, once. `issuer`: the server that says it answers (RFC 9207). */
  readonly finish: (
    at: {
      kept: Readonly<Record<string, string>>;
      code: string;
      issuer: string | null;
      verifier: string;
      client: OAuthClient;
      key: string;
    },
    net: PlatformHttpClient,
  ) => Promise<AccountGrant | ConnectProblem>;
};

/** What a request is signed with besides the keys of the account: the server's time, and what it asked to be named. */
export type SigningContext = { now: Date; nonce: string | null };

/**
 * `refused`: the platform says that the refresh token is dead, so the person has to connect again. `unsent`: nothing was used
 * up, and it may be asked again at any time. `unclear`: anything else; it is asked again after a while with the same token.
 * `why` is a sentence for people.
 */
export type RefreshResult =
  | { is: "refreshed"; secret: AccountSecret }
  | { is: "refused" }
  | { is: "unsent" }
  | { is: "unclear"; why?: string };

export type ProfileResult = { is: "seen"; profile: AccountProfile } | { is: "signed_out" } | { is: "cannot_tell" };

/** All that this version knows about reaching one platform. A folder has one; `../platforms/registry.ts` lists them. */
export type Platform = {
  readonly connector: Connector;
  readonly connect: ConnectFlow;
  readonly signIn?: PlatformSignIn;
  /** What a person should know before: what it needs, and what we will do and won't do there. */
  readonly needs: readonly string[];
  /**
   * Base address of the platform's API, without a slash at the end; null where each account has its own server. Where
   * the operator set another it stands here, and then it is `host` of every account too.
   */
  readonly base: string | null;
  /** The version of its API that is spoken here, where the platform retires them: from `warnFrom` on the operator is told. */
  readonly version?: { speaks: string; warnFrom: string; endsAbout: string };
  /** Puts the token in: a header, or the address itself. Asks nobody. */
  readonly authorize: (
    request: PlatformRequest,
    secret: AccountSecret,
    account: PlatformAccount,
    signing: SigningContext,
  ) => PlatformRequest;
  /** Where requests are signed one by one. */
  readonly signing?: {
    isSigned: (secret: AccountSecret) => boolean;
    /** What an answer says about that. `isRefused`: sign anew; nothing was done there. */
    read: (answer: PlatformResult) => { nonce: string | null; isRefused: boolean };
    /** Something to ask that changes nothing and whose answer says how to sign. */
    question: (account: PlatformAccount) => PlatformRequest;
  };
  /** Whether this answer says that the token has ended, so that a fresh one is worth a try. */
  readonly isExpired: (answer: PlatformResult) => boolean;
  readonly refresh: Capability<
    (
      secret: AccountSecret,
      at: { account: PlatformAccount; app: AppCredentials | null },
      net: PlatformHttpClient,
    ) => Promise<RefreshResult>
  >;
  /** Gives the account's access back for good, when nobody here needs it any more: whether the platform took it. */
  readonly revoke: Capability<
    (
      secret: AccountSecret,
      at: { account: PlatformAccount; app: AppCredentials | null },
      net: PlatformHttpClient,
    ) => Promise<boolean>
  >;
  /** Who the account is now: after connecting, each day, and before a due post where it is long ago. */
  readonly profile: (account: PlatformAccount, io: ConnectorIo) => Promise<ProfileResult>;
};

/** Null for a platform that this version does not reach. */
export type PlatformLookup = (slug: string) => Platform | null;

/** Bytes at an address that a platform told, through the guard; null where they can't be had or are more than that. */
export type DownloadBytes = (url: string, bytesMax: number) => Promise<Uint8Array | null>;

/** @param host where the account lives; counts only for a platform without an address of its own. */
export type PlatformHttpClientFactory = (platform: Platform, host: string) => PlatformHttpClient;

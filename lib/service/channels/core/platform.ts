import type {
  Capability,
  Connector,
  ConnectorIo,
  ConnectorJson,
  PlatformAccount,
  PlatformRequest,
  PlatformResult,
} from "./connector.ts";

/** The credentials of an account, sealed at rest as one value. */
export type AccountSecret = {
  /** The access token of every request. */
  access: string;
  /** Null if there is none: then the account is reconnected when the access ends. */
  refresh: string | null;
  /** ISO 8601; null if the access does not end or the platform names no time. */
  accessEndsAt: string | null;
  /** ISO 8601; absent if the refresh token does not end or the platform names no time. A refresh does not move it. */
  refreshEndsAt?: string;
  /** Other data that the platform needs: a DPoP key, an application's own key on that server. */
  more: Readonly<Record<string, string>>;
};

/**
 * The application's own credentials. The operator got them from the platform, or the server issued them on
 * registration.
 */
export type AppCredentials = {
  clientId: string;
  clientSecret: string;
  /** The scopes of the application, if its registration fixed them. */
  scopes?: string;
  /** The redirect address of the registration; if ours differs, the credentials are of no use. */
  redirectUri?: string;
  /** The purpose of the application, one of its platform's `uses`; the first one by default. */
  use?: string;
};

/** A purpose of the operator's application, on a platform that gives applications different permissions. */
export type AppPurpose = { name: string; label: string; help: string };

/** The scope of credentials: a platform (host empty) or one of its servers. `orgId` null: the whole installation. */
type AppCredentialsScope = { platform: string; host: string; orgId: string | null };

/** Stores the application's own credentials from the operator, an administrator or a server. */
export type AppCredentialsStore = {
  /**
   * Finds credentials: first the environment's, then the organization's, then the installation's; null if there are
   * none.
   */
  find: (scope: AppCredentialsScope) => Promise<AppCredentials | null>;
  /** Tells if the environment sets the credentials, so that no page can change them. */
  isFixed: (platform: string) => boolean;
  save: (scope: AppCredentialsScope, keys: AppCredentials) => Promise<void>;
  /** Returns the stored credentials, or stores those that `create` returns. Concurrent callers get the same ones. */
  require: (scope: AppCredentialsScope, create: () => AppCredentials) => Promise<AppCredentials>;
  remove: (scope: AppCredentialsScope) => Promise<void>;
};

/** Requests without an account's token: connecting and refreshing. */
export type PlatformHttpClient = {
  fetch: (request: PlatformRequest) => Promise<PlatformResult>;
  /**
   * Base address of the platform's API, without a trailing slash: the platform's own unless the operator set another.
   */
  base: string;
  now: () => Date;
};

export type AccountProfile = {
  /** Survives a rename of the account. */
  remoteId: string;
  username: string;
  name: string;
  avatarUrl: string | null;
  verified: boolean;
  host: string;
  /** Limits and versions that the server reported. Sealed rows of pending connections contain this name. */
  told: ConnectorJson;
};

export type AccountGrant = { profile: AccountProfile; secret: AccountSecret };

/** Several accounts from one sign-in, of which the person chooses one. `what` describes each in a few words. */
export type AccountChoice = { choose: readonly (AccountGrant & { what: string })[] };

/** Why an account was not connected: one sentence, and the field of the form that it concerns. */
export type ConnectProblem = {
  problem: string;
  field?: string;
  /**
   * The server no longer knows our application: the stored credentials are useless, and the next attempt registers
   * again.
   */
  isAppGone?: true;
};

/** One field of the form. `secret` fields are never shown again. */
export type ConnectFormField = {
  name: string;
  label: string;
  help: string;
  secret: boolean;
  /** The preset value; empty for none. */
  usual: string;
  /** Set where the form may be sent without a value. */
  isOptional?: true;
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
      /** The field for the account's server, on a platform of many servers; null: the platform has one. */
      host: ConnectFormField | null;
      /**
       * `operator`: credentials from the environment or the settings page. `server`: we register with each server
       * automatically.
       */
      app:
        | { from: "operator"; uses?: readonly AppPurpose[] }
        | {
            from: "server";
            register: (
              options: { host: string; redirectUri: string; name: string },
              net: PlatformHttpClient,
            ) => Promise<AppCredentials | ConnectProblem>;
            /** Tells if the server has deleted the registration, which its own pages would say without a way back. */
            isForgotten: (options: { host: string; app: AppCredentials }, net: PlatformHttpClient) => Promise<boolean>;
          };
      /** Pure. Returns the address of the consent page. RFC 6749 §4.1.1, RFC 7636 §4.3 (S256). */
      authorizeUrl: (options: {
        host: string;
        redirectUri: string;
        state: string;
        challenge: string;
        app: AppCredentials;
        /**
         * Another account of this platform is connected already, and the person's browser may be signed in as that one.
         */
        isAnother: boolean;
      }) => string;
      /** Exchanges the one-time code for the account. */
      finish: (
        options: { host: string; redirectUri: string; code: string; verifier: string; app: AppCredentials },
        net: PlatformHttpClient,
      ) => Promise<AccountGrant | AccountChoice | ConnectProblem>;
    };

/** The identity of our application at one of our addresses. */
export type OAuthClientIdentity = { clientId: string; redirectUri: string };

/**
 * An alternative to `connect`: the person consents on the pages of the account's own server, which we find by the
 * account. Nobody registers our application: a document at one of our addresses describes it, or the server needs none.
 */
export type PlatformSignIn = {
  /**
   * The field for the account. For a channel that is reconnected, its remote account id takes the place of the input.
   */
  readonly field: ConnectFormField;
  /** The label of the `connect` method beside this one. */
  readonly instead: string;
  readonly requirements: readonly string[];
  /** Pure. Returns our identity at this origin, or a sentence that says why this origin has none. */
  readonly client: (options: { origin: string; backPath: string }) => OAuthClientIdentity | { missing: string };
  /** Creates the key of this installation, which is stored sealed from its first use on. */
  readonly createKey: () => string;
  /** The public document about our application at `path`; null if the server needs none. */
  readonly document: {
    path: string;
    create: (
      client: OAuthClientIdentity,
      options: { origin: string; key: string },
    ) => Readonly<Record<string, unknown>> | null;
  };
  /** Returns the address of the consent page, and the data that is stored, sealed, until the person returns. */
  readonly begin: (
    options: { account: string; state: string; challenge: string; client: OAuthClientIdentity; key: string },
    net: PlatformHttpClient,
  ) => Promise<{ url: string; host: string; pending: Readonly<Record<string, string>> } | ConnectProblem>;
  /** Completes the sign-in with its one-time answer. `issuer`: the server that claims to answer (RFC 9207). */
  readonly finish: (
    options: {
      pending: Readonly<Record<string, string>>;
      code: string;
      issuer: string | null;
      verifier: string;
      client: OAuthClientIdentity;
      key: string;
    },
    net: PlatformHttpClient,
  ) => Promise<AccountGrant | ConnectProblem>;
};

/** Input of a request's signature besides the account's keys: the server's time, and the nonce that it demands. */
export type SigningTimeAndNonce = { now: Date; nonce: string | null };

/**
 * The result of a refresh. `refused`: the platform says that the refresh token is dead, so the person has to reconnect.
 * `unsent`: nothing was used up, and the refresh may be repeated at any time. `unclear`: anything else; the refresh is
 * repeated later with the same token. `why` is a sentence for people.
 */
export type RefreshResult =
  | { type: "refreshed"; secret: AccountSecret }
  | { type: "refused" }
  | { type: "unsent" }
  | { type: "unclear"; why?: string };

export type ProfileResult =
  | { type: "seen"; profile: AccountProfile }
  | { type: "signed_out" }
  | { type: "cannot_tell" };

/** All the code that reaches one platform. Each folder exports one; `../platforms/registry.ts` lists them. */
export type Platform = {
  readonly connector: Connector;
  /** Set where the platform fetches images from our public address by itself. */
  readonly fetchesImages?: true;
  readonly connect: ConnectFlow;
  readonly signIn?: PlatformSignIn;
  /** Information for the person before connecting: the requirements, and what we will and won't do on the account. */
  readonly requirements: readonly string[];
  /**
   * Base address of the platform's API, without a trailing slash; null if each account has its own server. An address
   * that the operator set replaces it, and is then the `host` of every account too.
   */
  readonly base: string | null;
  /**
   * The API version that our code speaks, on platforms that retire versions: from `warnFrom` on the log warns the
   * operator.
   */
  readonly version?: { speaks: string; warnFrom: string; endsAbout: string };
  /**
   * Adds the token to a header or to the address itself, or signs the body. Sends no request.
   * @returns null if these credentials can't be those of the account, so that it has to be reconnected
   */
  readonly authorize: (
    request: PlatformRequest,
    secret: AccountSecret,
    account: PlatformAccount,
    signing: SigningTimeAndNonce,
  ) => PlatformRequest | null | Promise<PlatformRequest>;
  /** Present if the platform wants each request signed. */
  readonly signing?: {
    isSigned: (secret: AccountSecret) => boolean;
    /** Returns what an answer says about signatures. `isRefused`: sign again; the platform did nothing. */
    read: (answer: PlatformResult) => { nonce: string | null; isRefused: boolean };
    /** A request that changes nothing and whose answer says how to sign. */
    question: (account: PlatformAccount) => PlatformRequest;
  };
  /** Tells if this answer means an expired token, so that a refresh is worth a try. */
  readonly isExpired: (answer: PlatformResult) => boolean;
  readonly refresh: Capability<
    (
      secret: AccountSecret,
      options: { account: PlatformAccount; app: AppCredentials | null },
      net: PlatformHttpClient,
    ) => Promise<RefreshResult>
  >;
  /**
   * Gives the account's access back for good, once nobody here needs it any more.
   * @returns true if the platform accepted
   */
  readonly revoke: Capability<
    (
      secret: AccountSecret,
      options: { account: PlatformAccount; app: AppCredentials | null },
      net: PlatformHttpClient,
    ) => Promise<boolean>
  >;
  /** Reads the account's profile: after connecting, each day, and before a due post if the last check is long ago. */
  readonly profile: (account: PlatformAccount, io: ConnectorIo) => Promise<ProfileResult>;
};

/** Returns null for a platform that this version does not support. */
export type PlatformLookup = (slug: string) => Platform | null;

/**
 * Downloads the bytes at an address that a platform or a person named, through the outbound guard, within 10 s.
 * @returns `why` is a sentence, if they can't be had or are too many
 */
export type DownloadBytes = (url: string, bytesMax: number) => Promise<{ bytes: Uint8Array } | { why: string }>;

/** @param host the account's server; counts only for a platform without an address of its own. */
export type PlatformHttpClientFactory = (platform: Platform, host: string) => PlatformHttpClient;

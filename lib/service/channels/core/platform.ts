import type { Able, Account, Connector, Io, Kept, PlatformAnswer, PlatformRequest } from "./connector.ts";

/** The keys of an account, sealed at rest as one value. */
export type Secret = {
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
export type AppKeys = {
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
export type AppUse = { name: string; label: string; help: string };

/** Whose keys: of a platform (host empty) or of one of its servers; `orgId` null: of the whole installation. */
type AppPlace = { platform: string; host: string; orgId: string | null };

/** The application's own keys, as the operator, an administrator or a server gave them. */
export type AppKeyring = {
  /** The environment's come first, then the organization's own, then the installation's; null where there are none. */
  find: (at: AppPlace) => Promise<AppKeys | null>;
  /** Whether they stand in the environment, where no screen changes them. */
  isFixed: (platform: string) => boolean;
  save: (at: AppPlace, keys: AppKeys) => Promise<void>;
  /** Those that are there, else what `make` gives: then that is what everybody finds. */
  need: (at: AppPlace, make: () => AppKeys) => Promise<AppKeys>;
  remove: (at: AppPlace) => Promise<void>;
};

/** Requests without an account's token: connecting and refreshing. */
export type Net = {
  fetch: (request: PlatformRequest) => Promise<PlatformAnswer>;
  /** Base address of the platform's API, without a slash at the end: the platform's own unless the operator set another. */
  base: string;
  now: () => Date;
};

/** An account as its platform shows it. */
export type Profile = {
  /** Stays when the account is renamed. */
  remoteId: string;
  username: string;
  name: string;
  avatarUrl: string | null;
  verified: boolean;
  host: string;
  /** Limits and versions the server told. */
  told: Kept;
};

export type Connected = { profile: Profile; secret: Secret };

/** Several accounts that one sign-in gives; the person picks one. `what` says what each is, in a few words. */
export type Choice = { choose: readonly (Connected & { what: string })[] };

/** Why an account was not connected: one sentence, and the field of the form that it is about. */
export type ConnectProblem = {
  problem: string;
  field?: string;
  /** The server no longer knows our application: what is stored of it is of no use, and the next try registers anew. */
  isAppGone?: true;
};

/** One thing to fill in. `secret` fields are never shown again. */
export type ConnectField = {
  name: string;
  label: string;
  help: string;
  secret: boolean;
  /** Filled in already; empty for none. */
  usual: string;
};

/** How a person gives us access to their account. */
export type Connect =
  | {
      by: "form";
      fields: readonly ConnectField[];
      run: (values: Readonly<Record<string, string>>, net: Net) => Promise<Connected | ConnectProblem>;
    }
  | {
      by: "oauth";
      /** Asked where the account lives on one of many servers; null: the platform is one. */
      host: ConnectField | null;
      /** `operator`: keys from the environment or the screen; `server`: we register with each server by ourselves. */
      app:
        | { from: "operator"; uses?: readonly AppUse[] }
        | {
            from: "server";
            register: (
              at: { host: string; redirectUri: string; name: string },
              net: Net,
            ) => Promise<AppKeys | ConnectProblem>;
          };
      /** Where the person goes to say yes. Pure. RFC 6749 §4.1.1, RFC 7636 §4.3 (S256). */
      authorizeUrl: (at: {
        host: string;
        redirectUri: string;
        state: string;
        challenge: string;
        app: AppKeys;
        /** Another account there is connected already: the person's browser may be signed in as that one. */
        isAnother: boolean;
      }) => string;
      /** The code that came back, once. */
      finish: (
        at: { host: string; redirectUri: string; code: string; verifier: string; app: AppKeys },
        net: Net,
      ) => Promise<Connected | Choice | ConnectProblem>;
    };

/** Who our application is at one address of ours. */
export type AppClient = { clientId: string; redirectUri: string };

/**
 * Another way in beside `connect`: the person says yes on the pages of the server that their account lives on, which is
 * found by the account. Nobody registers our application anywhere: it is described at an address of ours, or needs none.
 */
export type SignIn = {
  /** Which account it is; a channel that is connected again is asked for by its own id. */
  readonly field: ConnectField;
  /** What the way of `connect` is called beside it. */
  readonly instead: string;
  readonly needs: readonly string[];
  /** Who we are at this origin, or why it can't be done there, in a sentence. Pure. */
  readonly client: (at: { origin: string; backPath: string }) => AppClient | { missing: string };
  /** The key of this installation, which is kept sealed from the first time on. */
  readonly makeKey: () => string;
  /** What anybody may read about our application at `path`; null where it needs no such document. */
  readonly document: {
    path: string;
    make: (client: AppClient, at: { origin: string; key: string }) => Readonly<Record<string, unknown>> | null;
  };
  /** Where the person goes to say yes, and what is kept of it, sealed, until they come back. */
  readonly begin: (
    at: { account: string; state: string; challenge: string; client: AppClient; key: string },
    net: Net,
  ) => Promise<{ url: string; host: string; kept: Readonly<Record<string, string>> } | ConnectProblem>;
  /** What came back, once. `issuer`: the server that says it answers (RFC 9207). */
  readonly finish: (
    at: {
      kept: Readonly<Record<string, string>>;
      code: string;
      issuer: string | null;
      verifier: string;
      client: AppClient;
      key: string;
    },
    net: Net,
  ) => Promise<Connected | ConnectProblem>;
};

/** What a request is signed with besides the keys of the account: the server's time, and what it asked to be named. */
export type Signing = { now: Date; nonce: string | null };

/**
 * `refused`: the platform says that the refresh token is dead, so the person has to connect again. `unsent`: nothing was used
 * up, and it may be asked again at any time. `unclear`: anything else; it is asked again after a while with the same token.
 * `why` is a sentence for people.
 */
export type Refreshed =
  | { is: "refreshed"; secret: Secret }
  | { is: "refused" }
  | { is: "unsent" }
  | { is: "unclear"; why?: string };

export type ProfileSeen = { is: "seen"; profile: Profile } | { is: "signed_out" } | { is: "cannot_tell" };

/** All that this version knows about reaching one platform. A folder has one; `../platforms/registry.ts` lists them. */
export type Platform = {
  readonly connector: Connector;
  readonly connect: Connect;
  readonly signIn?: SignIn;
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
  readonly authorize: (request: PlatformRequest, secret: Secret, account: Account, signing: Signing) => PlatformRequest;
  /** Where requests are signed one by one. */
  readonly signing?: {
    isSigned: (secret: Secret) => boolean;
    /** What an answer says about that. `isRefused`: sign anew; nothing was done there. */
    read: (answer: PlatformAnswer) => { nonce: string | null; isRefused: boolean };
    /** Something to ask that changes nothing and whose answer says how to sign. */
    question: (account: Account) => PlatformRequest;
  };
  /** Whether this answer says that the token has ended, so that a fresh one is worth a try. */
  readonly isExpired: (answer: PlatformAnswer) => boolean;
  readonly refresh: Able<
    (secret: Secret, at: { account: Account; app: AppKeys | null }, net: Net) => Promise<Refreshed>
  >;
  /** Gives the account's access back for good, when nobody here needs it any more: whether the platform took it. */
  readonly revoke: Able<(secret: Secret, at: { account: Account; app: AppKeys | null }, net: Net) => Promise<boolean>>;
  /** Who the account is now: after connecting, each day, and before a due post where it is long ago. */
  readonly profile: (account: Account, io: Io) => Promise<ProfileSeen>;
};

/** Null for a platform that this version does not reach. */
export type PlatformOf = (slug: string) => Platform | null;

/** Bytes at an address that a platform told, through the guard; null where they can't be had or are more than that. */
export type ReadOutside = (url: string, bytesMax: number) => Promise<Uint8Array | null>;

/** @param host where the account lives; counts only for a platform without an address of its own. */
export type NetFor = (platform: Platform, host: string) => Net;

/** The embedded service, which `server.ts` hands to the dashboard without a network hop. */
export type EmbeddedService = {
  /** The public API, for requests whose path starts with /v1. */
  fetch: (request: Request) => Promise<Response>;
  /**
   * Creates the organization, first owner and key from the one-time token, and signs the owner in with their own
   * session. Refuses a used token with a code.
   */
  setup: (
    input: { token: string; organization: string; name: string; email: string },
    visitor: Visitor,
  ) => Promise<
    | { ok: { key: string; session: OpenedSession } }
    | { error: { code: "forbidden" | "conflict" | "invalid_request"; message: string } }
  >;
  /** Returns true while the one-time token is valid. */
  isSetupOpen: (token: string) => Promise<boolean>;
  /**
   * Opens a session row that can be closed: the sealed cookie carries its id, and every request is checked against it.
   */
  openSession: (key: string, device?: string, address?: string | null) => Promise<string | null>;
  closeSession: (sessionId: string) => Promise<void>;
  /**
   * Returns the time of the database's clock, which every rule of the service uses: this machine's clock may be wrong.
   */
  now: () => Date;
  /** People, how they sign in, and the members they may act as. Only for the dashboard: none of it is an endpoint. */
  accounts: EmbeddedAccounts;
  passkeys: EmbeddedPasskeys;
  twoStep: EmbeddedTwoStep;
  /** Null without an OpenID provider in the configuration. */
  provider: EmbeddedProvider | null;
  /** Null where no app can connect: without the MCP server, or on plain http. */
  apps: EmbeddedApps | null;
};

/** An open session, as the sealed cookie carries it. */
export type OpenedSession = {
  key: string;
  sessionId: string;
  /** Address of the request, for the audit log. */
  address?: string | null;
};

export type SignInMethod = "password" | "passkey" | "provider" | "invitation" | "setup";

/**
 * The answer of an account function. `message` is a sentence for the person; `field` is the input field it refers to.
 */
export type AccountResult<T> =
  | { ok: T; error?: undefined }
  | {
      ok?: undefined;
      error: {
        code: string;
        message: string;
        field?: string;
        retryAfterSeconds?: number;
        /** With `second_step_required`: the ticket for the second step, valid in this browser only. */
        ticket?: string;
        next?: string;
      };
    };

/** One of the members that a person may act as. */
export type Membership = {
  memberId: string;
  name: string;
  role: string;
  organization: { id: string; name: string; slug: string };
  /** True for the member that this session acts as. */
  isCurrent: boolean;
};

/** The caller: the browser's description and address. Only the server sets it. */
export type Visitor = { device: string; address: string };

/** The details of an invitation that its holder sees. */
export type InvitationPreview = {
  organization: string;
  by: string;
  role: string;
  email: string | null;
  state: "open" | "used" | "revoked" | "expired";
};

/**
 * The sign-in methods of the session's person. `own`: the session belongs to their account; `key`: an API key opened
 * it, and it can't change the account. `canSignIn`: a password, a passkey or the provider opens the account.
 */
export type AccountSignInStatus = {
  standing: "own" | "key";
  email: string | null;
  hasPassword: boolean;
  canSignIn: boolean;
};

export type EmbeddedAccounts = {
  /** Opens a session as the last used member. An unknown e-mail and a wrong password get the same answer. */
  signIn: (input: { email: string; password: string }, visitor: Visitor) => Promise<AccountResult<OpenedSession>>;
  /**
   * Lists the members that the session's person may act as, by name of the organization; without an account, only the
   * session's own.
   */
  listMemberships: (session: OpenedSession) => Promise<Membership[]>;
  /** Opens a new session as another member of the same account; the caller closes the old one. */
  switchMember: (session: OpenedSession, memberId: string, visitor: Visitor) => Promise<AccountResult<OpenedSession>>;
  /** Creates a further organization for an owner of one here. */
  createOrganization: (session: OpenedSession, name: string, visitor: Visitor) => Promise<AccountResult<OpenedSession>>;
  readOwn: (session: OpenedSession) => Promise<AccountSignInStatus | null>;
  /** Refuses a session that an API key opened. */
  setPassword: (
    session: OpenedSession,
    input: { current: string; password: string },
    visitor: Visitor,
  ) => Promise<AccountResult<void>>;
  readInvitation: (token: string) => Promise<InvitationPreview | null>;
  /** Creates a person, their account and their member at once. */
  join: (
    token: string,
    person: { name: string; email: string; password: string },
    visitor: Visitor,
  ) => Promise<AccountResult<OpenedSession>>;
  joinAs: (session: OpenedSession, token: string, visitor: Visitor) => Promise<AccountResult<OpenedSession>>;
  /** True if e-mails can be sent. */
  sendsMail: boolean;
  /** Answers nothing, so that nobody learns whether the account exists. */
  askReset: (email: string, visitor: Visitor) => void;
  readReset: (token: string) => Promise<ResetSeen | null>;
  /**
   * Sets a new password once and ends every session. With a link from an e-mail, also removes each credential whose id
   * `keep` lacks.
   */
  reset: (
    token: string,
    input: { password: string; keep: readonly string[] },
    visitor: Visitor,
  ) => Promise<AccountResult<void>>;
};

/** A credential that opens an account beside its password, as the reset form shows it; instants as in the API. */
export type ResetCredential = {
  /** Identifies the credential in the reset form. */
  id: string;
  type: "passkey" | "provider" | "key" | "app" | "feed" | "browser";
  /** The name of a passkey, key or connected app; the host of a provider or of a browser's push service. */
  name: string | null;
  /** The organization of the credential; null if it opens the whole account. */
  organization: string | null;
  /** The address from which it was added, if the audit log has one. */
  address: string | null;
  createdAt: string;
  lastUsedAt: string | null;
};

/**
 * The account whose password a link sets. `review` exists only for a link from an e-mail, because only that link
 * removes credentials.
 */
export type ResetSeen = {
  email: string;
  review: {
    /** True if somebody has proved that they read the mail of this address. */
    wasConfirmed: boolean;
    /** A reset never removes two-step verification. */
    hasTwoStep: boolean;
    credentials: readonly ResetCredential[];
  } | null;
};

/** A passkey as its owner sees it; instants as in the API. */
export type Passkey = { id: string; name: string; createdAt: string; lastUsedAt: string | null };

/** The options for the browser's authenticator, and the id of the challenge that returns with the answer. */
export type PasskeyChallenge = { challenge: string; options: object };

export type EmbeddedPasskeys = {
  beginSignIn: () => Promise<PasskeyChallenge>;
  /** Signs in. `answer` comes from a browser and is parsed here. */
  signIn: (answer: unknown, visitor: Visitor) => Promise<AccountResult<OpenedSession>>;
  list: (session: OpenedSession) => Promise<AccountResult<Passkey[]>>;
  /** Refuses an invalid name before the browser creates a useless passkey. */
  begin: (session: OpenedSession, name: string) => Promise<AccountResult<PasskeyChallenge>>;
  add: (session: OpenedSession, answer: unknown) => Promise<AccountResult<Passkey>>;
  rename: (session: OpenedSession, id: string, name: string) => Promise<AccountResult<Passkey>>;
  /** Never removes the last way to sign in. `undo` restores the passkey once, for a limited time. */
  remove: (session: OpenedSession, id: string) => Promise<AccountResult<{ undo: string }>>;
  restore: (session: OpenedSession, undo: string) => Promise<AccountResult<Passkey>>;
};

/** The methods with which a person can confirm their identity. */
export type ConfirmationMethods = { email: string; password: boolean; passkey: boolean; code: boolean };

/** Two-step verification as its owner sees it; instants as in the API. */
export type TwoStepStatus = {
  /** Start of two-step verification; null while it is off. */
  since: string | null;
  /** Unused recovery codes. */
  codesLeft: number;
  passkeys: boolean;
  /** The organization that requires it of this person; null for none. */
  requiredBy: string | null;
  /** True while this session may not act as an administrator, because no second factor was proved in it. */
  isLocked: boolean;
};

/** A new authenticator app: the secret as text, and as the path of a QR code in a square of `size`. */
export type NewAuthenticatorApp = { secret: string; qr: { size: number; path: string } };

/** Second factors and identity confirmation. Codes and passkey answers come from a browser and are parsed here. */
export type EmbeddedTwoStep = {
  confirmWays: (session: OpenedSession) => Promise<AccountResult<ConfirmationMethods>>;
  askPasskeys: (session: OpenedSession) => Promise<AccountResult<PasskeyChallenge>>;
  /** Confirms the identity in this session for 10 minutes. */
  confirm: (
    session: OpenedSession,
    confirmation: { password: string } | { code: string } | { passkey: unknown },
    visitor: Visitor,
  ) => Promise<AccountResult<{ confirmed: true }>>;
  read: (session: OpenedSession) => Promise<AccountResult<TwoStepStatus>>;
  /** Returns a new app; the current one works until the new one is confirmed. */
  begin: (session: OpenedSession) => Promise<AccountResult<NewAuthenticatorApp>>;
  /** Turns two-step verification on and ends every other session. Only this answer contains the recovery codes. */
  turnOn: (session: OpenedSession, code: string, visitor: Visitor) => Promise<AccountResult<{ codes: string[] }>>;
  turnOff: (session: OpenedSession, visitor: Visitor) => Promise<AccountResult<{ isOn: false }>>;
  createCodes: (session: OpenedSession, visitor: Visitor) => Promise<AccountResult<{ codes: string[] }>>;
  /** Returns true while a sign-in waits for its code. */
  isOpen: (ticket: string) => Promise<boolean>;
  /** Finishes a sign-in with a code of the app or a recovery code. */
  finish: (ticket: string, code: string, visitor: Visitor) => Promise<AccountResult<OpenedSession>>;
};

/** Single sign-on. `browser` is a secret that only one browser holds; the redirect back is valid only there. */
export type EmbeddedProvider = {
  /** Display name. */
  name: string;
  /** Returns the address to go to. With an invitation's token, the person who returns becomes a member. */
  begin: (
    purpose: { next: string; invitation: string | null },
    browser: string,
  ) => Promise<AccountResult<{ url: string }>>;
  /** Returns the address that connects the provider to the account of a signed-in person. */
  beginConnect: (session: OpenedSession, browser: string) => Promise<AccountResult<{ url: string }>>;
  /**
   * Finishes the redirect; `search` is its query. `session` is null if an account was connected without a new sign-in.
   */
  finish: (
    search: string,
    browser: string | null,
    session: OpenedSession | null,
    visitor: Visitor,
  ) => Promise<AccountResult<{ next: string; session: OpenedSession | null }>>;
  connectedAt: (session: OpenedSession) => Promise<AccountResult<{ at: string | null }>>;
  disconnect: (session: OpenedSession) => Promise<AccountResult<{ disconnected: boolean }>>;
};

/** A request of an app to be connected, as the person sees it. Name and addresses are the app's own claims. */
export type AppRequest =
  | {
      type: "request";
      name: string;
      /** The address that the answer goes to. */
      redirectUri: string;
      /** The host that published the app's name and addresses; null for an app that registered itself. */
      publisher: string | null;
      organization: string;
      member: string;
      role: string;
      scopes: readonly string[];
      /** The address that tells the app of a refusal. */
      cancelUrl: string;
    }
  /** A request that can't be allowed; `returnUrl` tells the app why. */
  | { type: "invalid"; message: string; redirectUri: string; returnUrl: string };

/** Apps that a person connects in the browser (OAuth 2.1). `search` is the query of the app's request. */
export type EmbeddedApps = {
  read: (session: OpenedSession, search: string) => Promise<AccountResult<AppRequest>>;
  /** Connects the app to the session's member. `url` returns to the app with a code. */
  allow: (
    session: OpenedSession,
    input: { search: string; draftsOnly: boolean },
    visitor: Visitor,
  ) => Promise<AccountResult<{ url: string }>>;
};

/** The redirect path for an OpenID provider; the operator registers it there. */
export const providerCallbackPath = "/sign-in/provider/callback";

/** The origin, the cookie secret and the service of the dashboard; created once by `server.ts`. */
export type DashboardOptions = {
  /** The fixed public origin, such as https://posts.example.org. */
  origin: string;
  /** Secret that seals the session cookie, at least 32 characters. */
  secret: string;
  /** Set if the dashboard uses a remote service. Ends in /v1, without a slash. */
  serviceUrl: string | null;
  listParams: { status: string; limit: string; offset: string };
};

/** The documents that only the server can read or write. */
export type AppDocuments = {
  /** Returns a file of this program; `path` begins at its root folder, such as `docs/mcp.md`. */
  read: (path: string) => Promise<string>;
  /** Returns the OpenAPI description of the documented endpoints alone, for a service that does not describe itself. */
  describeDocumentedApi: (baseUrl: string) => string;
};

type AppRuntime = { embedded: EmbeddedService | null; hosting: DashboardOptions; documents: AppDocuments };
const runtimeSymbol = Symbol.for("postwright.slot");
const holder = globalThis as { [runtimeSymbol]?: AppRuntime };

/** Stores the runtime; `server.ts` calls it once. Next's bundle and Node's modules share only globalThis. */
export function setAppRuntime(slot: AppRuntime): void {
  holder[runtimeSymbol] = slot;
}

/** @throws when the app was not started through `server.ts`. */
export function requireAppRuntime(): AppRuntime {
  const slot = holder[runtimeSymbol];
  if (!slot) throw new Error("Start the app with `npm start` or `npm run dev`: server.ts sets up the service.");
  return slot;
}
